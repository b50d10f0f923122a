/** Schemes of addresses. */
export const schemes = "https?|ftps?|file|data|javascript|vbscript|mailto|xmpp|tel|sms|wss?";
/** An address at the beginning of a text. Markdown takes `\:` for `:`, and some renderers link what comes of it. */
export const address = new RegExp(String.raw`^(?:(?:${schemes})\\?:|www\\?\.)[^\s<>"'${"`"}]+`, "iu");

/** An address without the punctuation of the sentence behind it. */
export function withoutEnd(url: string): string {
  let open = 0;
  let end = 0;
  for (; end < url.length; end += 1) {
    const char = url.charAt(end);
    // A closing bracket belongs to the address only when one was opened in it.
    if (char === ")" && open === 0) break;
    open += char === "(" ? 1 : char === ")" ? -1 : 0;
  }
  while (end > 0 && ".,;:!?*_~".includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** What is equal for two ways to write one address. */
export function normalized(url: string): string {
  if (!URL.canParse(url)) return url;
  const { href } = new URL(url);
  return href.replace(/\/$/u, "");
}

/**
 * Whether an address means the same to a Markdown renderer and to `normalized`: a renderer takes `\@` for `@` and
 * `https:path` for a path, and finds images in a text behind the address.
 */
export function isUnambiguous(url: string): boolean {
  return /^https?:\/\/[^\s<>"'`\\]+$/iu.test(url) && !/!\[|\]\(/u.test(url);
}

/** Addresses that stand in the sources of an answer, for `cited` of `filterLinks`. */
export function citedAddresses(sources: readonly { readonly text: string }[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ text }) => addressesIn(text)));
}

/** Addresses that stand in a text. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`]+/giu)].map(([url]) => withoutEnd(url));
}
