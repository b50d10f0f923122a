import { html, trusted, type Html } from "./html.ts";

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

const sections = ["Start", "Guides", "Engines", "API reference", "Operation"] as const;
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
            <article>${page.body}</article>
          </main>
        </div>
        <footer class="bottom">
          <p>Made from the sources of this release. The API reports version 1.0.</p>
        </footer>
      </body>
    </html>`;
  return relativeLinks(whole.html, page.path);
}

function contents(current: Page, pages: readonly Page[]): readonly Html[] {
  return sections.map((section) => {
    const listed = pages.filter((page) => page.section === section);
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
