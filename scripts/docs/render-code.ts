import { escapeHtml, html, trusted, type Html } from "./html.ts";

/** A block of code; in JSON, names, strings and numbers have their own colours. `tabindex`: a wide block scrolls by keyboard. */
export function codeBlock(code: string, language = ""): Html {
  const body = language === "json" ? markedJson(code) : escapeHtml(code);
  return html`<pre class="code" tabindex="0" data-language="${language}"><code>${trusted(body)}</code></pre>`;
}

/** A value as JSON with two spaces. */
export function jsonBlock(value: unknown): Html {
  return codeBlock(JSON.stringify(value, null, 2), "json");
}

function markedJson(code: string): string {
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  let marked = "";
  let end = 0;
  for (const match of code.matchAll(token)) {
    const [whole, text, colon = ""] = match;
    const kind = text === undefined ? "literal" : colon === "" ? "text" : "name";
    const written = text ?? whole;
    marked += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(written)}</span>${colon}`;
    end = match.index + whole.length;
  }
  return marked + escapeHtml(code.slice(end));
}
