import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
// Bypasses the module's index.ts on purpose: that one loads the database client, which a site does not need.
import { standardV3WaitsSeconds } from "../../packages/domain/src/outward/deliveries/retry-policy.ts";
import { checkLinks } from "./check-links.ts";
import { html, type Html } from "./html.ts";
import { indexSearch } from "./index-search.ts";
import { readOpenApi } from "./openapi-document.ts";
import { renderPage, type Page, type Section } from "./page.ts";
import { codeBlock, jsonBlock } from "./render-code.ts";
import { enginePages } from "./render-engine.ts";
import { limitsTable } from "./render-limits.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { referencePages } from "./render-reference.ts";
import { signedExample } from "./sign-example.ts";
import { splitLongPages } from "./split-pages.ts";

const root = join(import.meta.dirname, "../..");
const sources = join(root, "docs/site");

/** Samples that readers copy, by the name under which a guide includes them. */
const samples = {
  "verify-webhook.mjs": "js",
  "verify_webhook.py": "python",
  "VerifyWebhook.java": "java",
  "submit-run.mjs": "js",
  "send-event.mjs": "js",
  "stamp-input.mjs": "js",
  "ask_turn.py": "python",
  "ask-turn.sh": "sh",
  "chat-route.ts": "ts",
  "chat-page.tsx": "tsx",
} as const;

/**
 * The documentation site as it is served, by path from its root: pages, assets, samples, the API document and the
 * contract registry (REG-1, REG-5), whose files are taken byte for byte.
 *
 * @throws when a page has a link that leads nowhere, so that a broken site is never published.
 */
export async function makeSite(): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  for (const path of await filesUnder(join(sources, "contracts")))
    files.set(`contracts/${path}`, await readFile(join(sources, "contracts", path)));
  for (const folder of ["assets", "samples"])
    for (const path of await filesUnder(join(sources, folder)))
      files.set(`${folder}/${path}`, await readFile(join(sources, folder, path)));
  files.set("openapi.json", await readFile(join(root, "docs/generated/openapi.json")));

  const engines = enginePages(await introductions());
  for (const [path, text] of engines.files) files.set(path, text);
  const firstExample = engines.examples.get("comparison");
  if (firstExample === undefined) throw new Error("the first run is shown with a comparison");

  const guide = (
    section: Section,
    name: string,
    title: string,
    includes: Readonly<Record<string, Html>> = {},
    source = name,
  ): Promise<Page> =>
    markdownPage(section, `guides/${name}.html`, title, `docs/site/guides/${source}.md`, { includes });
  const operations = referencePages(await readOpenApi(join(root, "docs/generated/openapi.json")));
  const pages: Page[] = splitLongPages([
    await markdownPage("Start", "index.html", "Overview", "docs/site/index.md"),
    await guide("Start", "first-run", "First run in five minutes", {
      input: codeBlock(`cat > input.json <<'JSON'\n${JSON.stringify(firstExample, null, 2)}\nJSON`, "sh"),
    }),
    await markdownPage("Start", "changelog.html", "Changelog", "CHANGELOG.md"),
    await markdownPage("Guides for vendors", "guides/client.html", "TypeScript client", "packages/client/README.md"),
    await markdownPage("Guides for vendors", "guides/mcp.html", "Agents over MCP", "packages/mcp/README.md"),
    await guide("Guides for vendors", "idempotency", "Idempotency and retries", await samplesOf("submit-run.mjs")),
    await guide("Guides for vendors", "pagination", "Pagination"),
    await guide("Guides for vendors", "webhooks", "Webhooks", {
      ...(await samplesOf("verify-webhook.mjs", "verify_webhook.py", "VerifyWebhook.java")),
      ...delivery(),
    }),
    await guide("Guides for vendors", "inbound-events", "Inbound events", await samplesOf("send-event.mjs")),
    await guide("Guides for vendors", "submission-stamps", "Submission stamps", await samplesOf("stamp-input.mjs")),
    await guide("Guides for vendors", "conversations", "First conversation in five minutes"),
    await guide(
      "Guides for vendors",
      "streaming",
      "Streams of turns",
      await samplesOf("ask_turn.py", "ask-turn.sh", "chat-route.ts", "chat-page.tsx"),
    ),
    await guide("Guides for vendors", "evaluations", "Evaluations"),
    await guide("Guides for vendors", "opportunities", "Work on opportunities"),
    await guide("Guides for vendors", "ledger", "Tasks, notes and workflows"),
    await guide(
      "Guides for vendors",
      "contract-registry",
      "Contract registry",
      { entries: registryTable(files) },
      "registry",
    ),
    await guide("Guides for data", "book", "Connect a book"),
    await guide("Guides for data", "mappings", "Mappings"),
    await guide("Guides for data", "documents", "Documents"),
    await guide("Guides for data", "graph", "Where data comes from"),
    await guide("Guides for data", "analyses", "Counts and sums"),
    await markdownPage("Guides for operators", "operating.html", "Running the service", "docs/operating.md"),
    await guide("Guides for operators", "console", "The console in ten minutes"),
    await guide("Guides for operators", "who-sees-what", "Who sees what"),
    await guide("Guides for operators", "grounding", "Grounding and rights"),
    await guide("Guides for operators", "automations", "Automations"),
    ...engines.pages,
    ...operations,
    await markdownPage("API reference", "reference/errors.html", "Errors", "docs/site/reference/errors.md", {
      includes: { codes: await generated("errors.md", true) },
    }),
    await markdownPage("API reference", "reference/limits.html", "Limits", "docs/site/reference/limits.md", {
      includes: { limits: limitsTable() },
    }),
    await markdownPage("API reference", "reference/access.html", "Who may call what", "docs/generated/access.md"),
    await markdownPage("API reference", "reference/states.html", "States", "docs/generated/states.md"),
    ...(await rulePages()),
  ]);
  for (const page of pages) {
    if (files.has(page.path)) throw new Error(`two pages are called ${page.path}`);
    files.set(page.path, renderPage(page, pages));
  }
  files.set("404.html", renderPage(missingPage(), pages));
  const searched = pages.map(({ path, title, body }) => ({ path, title, article: body.html }));
  files.set("assets/search.json", JSON.stringify(indexSearch(searched)));

  const broken = checkLinks(files);
  if (broken.length > 0)
    throw new Error(
      `broken links:\n${broken.map(({ page, link, problem }) => `  ${page}: ${link}: ${problem}`).join("\n")}`,
    );
  return files;
}

/**
 * Writes the site into a folder that holds nothing else; an earlier site there is removed. Returns the number of files.
 *
 * @throws when the folder holds anything else: a mistyped folder must not be emptied.
 */
export async function buildSite(folder: string): Promise<number> {
  const there: readonly string[] = await readdir(folder).catch(() => []);
  if (there.length > 0 && !["index.html", "404.html", "assets"].every((name) => there.includes(name)))
    throw new Error(`${folder} holds files other than an earlier site; name an empty folder`);
  const files = await makeSite();
  // Made before anything is removed: a build that fails leaves the site that is being served.
  await rm(folder, { recursive: true, force: true });
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return files.size;
}

interface PageOptions {
  readonly includes?: Readonly<Record<string, Html>>;
  readonly pageOf?: (href: string) => string | undefined;
}

/** The rules that code and tests cite: how files become records first, then their overview and the rest by name. */
async function rulePages(): Promise<Page[]> {
  const folder = join(root, "docs/spec");
  const first = ["imports.md", "README.md"];
  const names = (await filesUnder(folder)).filter((name) => !first.includes(name));
  const listed = [...first, ...names];
  const pathOf = (name: string): string =>
    name === "README.md" ? "spec/index.html" : `spec/${name.replace(/[.]md$/, ".html")}`;
  return Promise.all(
    listed.map(async (name) => {
      const [, title = name] = /^# (.+)$/m.exec(await readFile(join(folder, name), "utf8")) ?? [];
      return markdownPage("Rules", pathOf(name), title, `docs/spec/${name}`, {
        pageOf: (href) => {
          const [path = "", place] = href.split("#");
          const target = posix.join(posix.dirname(name), path);
          if (target === "../operating.md") return "/operating.html";
          return listed.includes(target) ? `/${pathOf(target)}${place === undefined ? "" : `#${place}`}` : undefined;
        },
      });
    }),
  );
}

/** The first paragraph describes the page; the title in the contents may be shorter than the heading. */
async function markdownPage(
  section: Section,
  path: string,
  title: string,
  source: string,
  options: PageOptions = {},
): Promise<Page> {
  const markdown = await readFile(join(root, source), "utf8");
  const [, paragraph = ""] = markdown.split(/\n\n+/);
  return {
    path,
    title,
    description: paragraph
      .replace(/\s+/g, " ")
      .replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, "$1")
      .slice(0, 200),
    section,
    body: renderMarkdown(markdown, options),
  };
}

/** Generated tables come with their own heading and origin; inside another page only the table is wanted. */
async function generated(file: string, rowsByCode: boolean): Promise<Html> {
  const markdown = await readFile(join(root, "docs/generated", file), "utf8");
  return renderMarkdown(markdown.slice(markdown.indexOf("\n|")), { rowsByCode });
}

async function introductions(): Promise<Map<string, string>> {
  const folder = join(sources, "engines");
  const named = (await filesUnder(folder)).filter((path) => path.endsWith(".md"));
  return new Map(
    await Promise.all(
      named.map(
        async (path) =>
          [path.slice(0, -".md".length).replaceAll("-", "_"), await readFile(join(folder, path), "utf8")] as const,
      ),
    ),
  );
}

async function samplesOf(...names: readonly (keyof typeof samples)[]): Promise<Record<string, Html>> {
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(sources, "samples", name), "utf8");
        return [
          name,
          html`${codeBlock(text.trimEnd(), samples[name])}
            <p><a href="/samples/${name}" download>${name}</a></p>`,
        ] as const;
      }),
    ),
  );
}

/** A really signed delivery, and the schedule of attempts as the code has it. */
function delivery(): Record<string, Html> {
  const { secret, headers, body } = signedExample();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  let total = 0;
  const rows = standardV3WaitsSeconds.map((wait, index) => {
    total += wait;
    return html`<tr>
      <td>${index + 1}</td>
      <td>${duration(wait)}</td>
      <td>${duration(total)}</td>
    </tr>`;
  });
  return {
    delivery: html`${codeBlock(`${lines.join("\n")}\n\n${body}`)}
      <p>The secret of the endpoint was <code>${secret}</code>: a verifier must accept these bytes at that time.</p>`,
    schedule: html`<div class="wide" tabindex="0" role="group" aria-label="Schedule">
      <table>
        <thead>
          <tr>
            <th scope="col">Try</th>
            <th scope="col">Waits</th>
            <th scope="col">Since the first</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`,
    envelope: jsonBlock(JSON.parse(body)),
  };
}

function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? "0 s" : shown.join(" ");
}

function registryTable(files: ReadonlyMap<string, string | Buffer>): Html {
  const index: unknown = JSON.parse(files.get("contracts/supported-versions/index.json")?.toString() ?? "[]");
  const rows = (Array.isArray(index) ? index : []).map((entry: unknown) => {
    const at = (name: string): string =>
      String(typeof entry === "object" && entry !== null ? Reflect.get(entry, name) : "");
    return html`<tr>
      <td><code>${at("engine_kind")}</code></td>
      <td>${at("version")}</td>
      <td><a href="${at("path")}">entry</a></td>
      <td><code class="hash">${at("sha256")}</code></td>
    </tr>`;
  });
  return html`<div class="wide" tabindex="0" role="group" aria-label="Releases">
    <table>
      <thead>
        <tr>
          <th scope="col">Engine</th>
          <th scope="col">Release</th>
          <th scope="col">File</th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function missingPage(): Page {
  return {
    path: "404.html",
    title: "Page not found",
    description: "This address does not exist.",
    section: "Start",
    body: html`<h1>Page not found</h1>
      <p>This address does not exist. Search above, or start at the <a href="/index.html">overview</a>.</p>`,
  };
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
