import { html, textOf, trusted, type Html } from "./html.ts";

/** One page of the site. `path` from the root of the site, without a slash in front: `guides/webhooks.html`. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** One sentence for search results and previews. */
  readonly description: string;
  /** The heading it stands under in the contents. */
  readonly section: Section;
  readonly body: Html;
}

/** Guides by who reads them: who calls the API, who brings data in, who runs the service. */
const sections = [
  "Start",
  "Guides for vendors",
  "Guides for data",
  "Guides for operators",
  "Engines",
  "API reference",
  "Rules",
] as const;
export type Section = (typeof sections)[number];

const siteName = "Engine-run service";

/** Inside bodies, addresses start at the root of the site (`/guides/webhooks.html`); `renderPage` makes them relative. */
export function renderPage(page: Page, pages: readonly Page[]): string {
  // With the section: the guide to webhooks and their routes are two pages of one name.
  const title = page.section === "Start" ? page.title : `${page.title} · ${page.section}`;
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${siteName}</title>
        <meta name="description" content="${page.description}" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/site.css" />
        <script src="/assets/site.js" data-root="${rootOf(page.path)}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <button type="button" class="menu" aria-expanded="false" aria-controls="contents" hidden>Contents</button>
          <a class="brand" href="/index.html">${siteName}</a>
          <search class="search" hidden>
            <label class="unseen" for="query">Search the documentation</label>
            <input
              id="query"
              type="search"
              placeholder="Search  ( / )"
              autocomplete="off"
              spellcheck="false"
              maxlength="100"
              role="combobox"
              aria-expanded="false"
              aria-controls="results"
              aria-autocomplete="list"
            />
            <div class="results" hidden>
              <ul id="results" role="listbox" aria-label="Results"></ul>
              <p class="found" role="status"></p>
            </div>
          </search>
          <button type="button" class="theme" hidden>Theme</button>
        </header>
        <div class="frame">
          <nav id="contents" class="contents" aria-label="Contents">${contents(page, pages)}</nav>
          <main id="main" tabindex="-1">
            <article>${withPlaces(page.body)}${neighbours(page, pages)}</article>
          </main>
        </div>
        <footer class="bottom">
          <p>Made from the sources of this release. The API reports version 1.0.</p>
        </footer>
      </body>
    </html>`;
  return relativeLinks(whole.html, page.path);
}

/** The pages as the contents list them, which is the order in which they are read. */
function inOrder(pages: readonly Page[]): Page[] {
  return sections.flatMap((section) => pages.filter((page) => page.section === section));
}

const placesMin = 2;

/** The page with a list of its sections behind its title, where it has several. */
function withPlaces(body: Html): Html {
  const found = [...body.html.matchAll(/<h2 id="([^"]*)">([\s\S]*?)<\/h2>/g)];
  const places = found.map(([, id = "", title = ""]) => ({
    id,
    title: textOf(title.replace(/<a class="self".*/s, "")),
  }));
  if (places.length < placesMin) return body;
  const list = html`<nav class="places" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${places.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
  return trusted(body.html.replace("</h1>", () => `</h1>${list.html}`));
}

/** Links to the pages before and after this one. */
function neighbours(page: Page, pages: readonly Page[]): Html | undefined {
  const ordered = inOrder(pages);
  const at = ordered.findIndex(({ path }) => path === page.path);
  if (at < 0) return undefined;
  const [previous, next] = [ordered[at - 1], ordered[at + 1]];
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${previous && html`<a rel="prev" href="/${previous.path}">Previous: ${previous.title}</a>`}
    ${next && html`<a rel="next" href="/${next.path}">Next: ${next.title}</a>`}
  </nav>`;
}

function contents(current: Page, pages: readonly Page[]): readonly Html[] {
  return sections.map((section) => {
    const all = pages.filter((page) => page.section === section);
    // Pages of rules outnumber the rest: elsewhere the first of them is the way in.
    const listed = section === "Rules" && current.section !== section ? all.slice(0, 1) : all;
    return html`<h2>${section}</h2>
      <ul>
        ${listed.map(
          (page) =>
            html`<li>
              <a href="/${page.path}" ${trusted(page.path === current.path ? 'aria-current="page"' : "")}
                >${page.title}</a
              >
            </li>`,
        )}
      </ul>`;
  });
}

/** `../` for each folder that the page is in, so that the site works under any address. */
function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1) || "./";
}

function relativeLinks(source: string, path: string): string {
  // The page for addresses that do not exist is served at any depth: its links start at the root.
  if (path === "404.html") return source;
  return source.replace(/(<[a-z][^<>]*?\s(?:href|src)=")\/(?!\/)/g, `$1${rootOf(path)}`);
}
