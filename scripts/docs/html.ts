/** A string that is HTML already. Everything else is escaped when it is put into a template. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Joins a template to HTML: strings and numbers are escaped, HTML stays, lists are joined, undefined is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let joined = texts[0] ?? "";
  for (const [index, part] of parts.entries()) joined += rendered(part) + (texts[index + 1] ?? "");
  return { html: joined };
}

/** For strings that a renderer has made. */
export function trusted(text: string): Html {
  return { html: text };
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The text a reader sees: tags removed, entities of `escapeHtml` resolved, white space collapsed. */
export function textOf(source: string): string {
  return source
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** A name for an address: lower case, hyphens. Keeps underscores and full stops, which codes and operations have. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "section" : slug;
}

function rendered(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(rendered).join("");
}
