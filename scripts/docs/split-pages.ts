import { trusted } from "./html.ts";
import type { Page } from "./page.ts";

/** The frame of a page takes a few thousand characters more. */
const bodyCharsMax = 240_000;

/**
 * Pages whose body is too long for a phone become several (`records.html`, `records-2.html`), cut between their sections;
 * links to a section lead to the page that it is on.
 *
 * @throws when one section alone is too long.
 */
export function splitLongPages(pages: readonly Page[]): Page[] {
  const moved = new Map<string, string>();
  const all = pages.flatMap((page) => (page.body.html.length <= bodyCharsMax ? [page] : partsOf(page, moved)));
  const parents = new Map(all.map((page) => [page.path, page.path.replace(/-\d+(?=[.]html$)/, "")]));
  return all.map((page) => {
    const own = parents.get(page.path) ?? page.path;
    const body = page.body.html.replace(
      /href="(\/[^"#]*)?#([^"]*)"/g,
      (whole, path: string | undefined, id: string) => {
        const target = moved.get(`${path ?? `/${own}`}#${id}`);
        return target === undefined || (path === undefined && target === `/${page.path}`)
          ? whole
          : `href="${target}#${id}"`;
      },
    );
    return { ...page, body: trusted(body) };
  });
}

function partsOf(page: Page, moved: Map<string, string>): Page[] {
  const boundary = page.body.html.includes('<section class="operation">')
    ? /(?=<section class="operation">)/
    : /(?=<h2 id=)/;
  const bodies: string[] = [];
  for (const piece of page.body.html.split(boundary)) {
    if (piece.length > bodyCharsMax) throw new Error(`a section of ${page.path} is too long for a page`);
    const last = bodies.at(-1);
    if (last === undefined || last.length + piece.length > bodyCharsMax) bodies.push(piece);
    else bodies[bodies.length - 1] = last + piece;
  }
  return bodies.map((body, index) => {
    const path = index === 0 ? page.path : page.path.replace(/[.]html$/, `-${index + 1}.html`);
    for (const [, id = ""] of body.matchAll(/\sid="([^"]*)"/g)) moved.set(`/${page.path}#${id}`, `/${path}`);
    const title = index === 0 ? page.title : `${page.title}, part ${index + 1} of ${bodies.length}`;
    return { ...page, path, title, body: index === 0 ? trusted(body) : trusted(`<h1>${title}</h1>${body}`) };
  });
}
