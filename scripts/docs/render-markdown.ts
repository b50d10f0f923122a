import { Marked } from "marked";
import { codeBlock } from "./render-code.ts";
import { escapeHtml, html, slugOf, textOf, trusted, type Html } from "./html.ts";

export interface MarkdownOptions {
  /** What replaces `<!-- include: name -->`, by name. */
  readonly includes?: Readonly<Record<string, Html>>;
  /** Gives every row of a table whose cell is a code (`run_not_found`) that code as its address. */
  readonly rowsByCode?: boolean;
  /** The address in the site of a file of the repository, where the site carries it. */
  readonly pageOf?: (href: string) => string | undefined;
}

/**
 * Markdown as written in this repository to HTML. Headings get addresses; raw HTML is shown as text; links that point
 * to a file of the repository and not into the site become plain text, because the site does not carry the file.
 *
 * @throws when an include is unknown or an include is not used, so that a page never loses a part silently.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): Html {
  const { includes = {}, rowsByCode = false, pageOf = () => undefined } = options;
  const used = new Set<string>();
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        return heading(depth, title, uniqueSlug(textOf(title), slugs));
      },
      code({ text, lang }) {
        return lang === "mermaid" ? "" : codeBlock(text, lang ?? "").html;
      },
      html({ text }) {
        const name = /^<!-- include: (\S+) -->\s*$/.exec(text)?.[1];
        if (name === undefined) return escapeHtml(text);
        const included = includes[name];
        if (included === undefined) throw new Error(`nothing to include is called ${name}`);
        used.add(name);
        return included.html;
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens);
        const isKept = /^(?:https?:\/\/|mailto:|\/|#)/.test(href);
        const address = isKept ? href : pageOf(href);
        return address === undefined ? label : `<a href="${escapeHtml(address)}">${label}</a>`;
      },
      table({ header, rows }) {
        const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join("");
        const body = rows.map((row) => {
          const cells = row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join("");
          const code = rowsByCode ? /<td><code>([a-z][a-z0-9_&;]*)<\/code>/.exec(cells)?.[1] : undefined;
          return code === undefined ? `<tr>${cells}</tr>` : `<tr id="${slugOf(textOf(code))}">${cells}</tr>`;
        });
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  const rendered = marked.parse(markdown, { async: false });
  const unused = Object.keys(includes).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`the page does not include ${unused.join(", ")}`);
  return trusted(rendered);
}

const inline = new Marked({ gfm: true });

/** One sentence of Markdown, such as a description in a schema: code and emphasis, no block. */
export function renderSentence(text: string): Html {
  return trusted(inline.parseInline(text.replaceAll("<", "&lt;"), { async: false }));
}

/** A heading with an address and a link to itself. */
function heading(depth: number, title: string, slug: string): string {
  const self = depth === 1 ? "" : ` <a class="self" href="#${slug}" aria-label="Link to this section">#</a>`;
  return `<h${depth} id="${slug}">${title}${self}</h${depth}>\n`;
}

/** A section heading for pages that are not Markdown. */
export function sectionHeading(title: string, slug = slugOf(title)): Html {
  return trusted(heading(2, html`${title}`.html, slug));
}

function uniqueSlug(title: string, taken: Map<string, number>): string {
  const slug = slugOf(title);
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count + 1}`;
}
