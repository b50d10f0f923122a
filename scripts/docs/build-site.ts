import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
// Bypasses the module's index.ts on purpose: that one loads the database client, which a site does not need.
import { standardV3WaitsSeconds } from "../../packages/domain/src/deliveries/retry-policy.ts";
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
  "ask-turn.ts": "ts",
  "ask_turn.py": "python",
  "ask-turn.sh": "sh",
  "ui-message-chunks.ts": "ts",
  "ag-ui-events.ts": "ts",
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

  const pages: Page[] = [
    await markdownPage("Start", "index.html", "Overview", "docs/site/index.md"),
    await markdownPage("Start", "guides/first-run.html", "First run in five minutes", "docs/site/guides/first-run.md", {
      includes: {
        input: codeBlock(`cat > input.json <<'JSON'\n${JSON.stringify(firstExample, null, 2)}\nJSON`, "sh"),
      },
    }),
    await markdownPage("Guides", "guides/webhooks.html", "Webhooks", "docs/site/guides/webhooks.md", {
      includes: {
        ...(await samplesOf("verify-webhook.mjs", "verify_webhook.py", "VerifyWebhook.java")),
        ...delivery(),
      },
    }),
    await markdownPage(
      "Guides",
      "guides/idempotency.html",
      "Idempotency and retries",
      "docs/site/guides/idempotency.md",
      {
        includes: await samplesOf("submit-run.mjs"),
      },
    ),
    await markdownPage("Guides", "guides/inbound-events.html", "Inbound events", "docs/site/guides/inbound-events.md", {
      includes: await samplesOf("send-event.mjs"),
    }),
    await markdownPage(
      "Guides",
      "guides/submission-stamps.html",
      "Submission stamps",
      "docs/site/guides/submission-stamps.md",
      { includes: await samplesOf("stamp-input.mjs") },
    ),
    await markdownPage("Guides", "guides/automations.html", "Automations", "docs/site/guides/automations.md"),
    await markdownPage("Guides", "guides/book.html", "Connect a book", "docs/site/guides/book.md"),
    await markdownPage("Guides", "guides/mappings.html", "Mappings", "docs/site/guides/mappings.md"),
    await markdownPage(
      "Guides",
      "guides/opportunities.html",
      "Work on opportunities",
      "docs/site/guides/opportunities.md",
    ),
    await markdownPage("Guides", "guides/who-sees-what.html", "Who sees what", "docs/site/guides/who-sees-what.md"),
    await markdownPage("Guides", "guides/analyses.html", "Counts and sums", "docs/site/guides/analyses.md"),
    await markdownPage("Guides", "guides/graph.html", "Where data comes from", "docs/site/guides/graph.md"),
    await markdownPage("Guides", "guides/ledger.html", "Tasks, notes and workflows", "docs/site/guides/ledger.md"),
    await markdownPage("Guides", "guides/documents.html", "Documents", "docs/site/guides/documents.md"),
    await markdownPage(
      "Guides",
      "guides/conversations.html",
      "First conversation in five minutes",
      "docs/site/guides/conversations.md",
    ),
    await markdownPage("Guides", "guides/streaming.html", "Streams of turns", "docs/site/guides/streaming.md", {
      includes: await samplesOf(
        "ask-turn.ts",
        "ask_turn.py",
        "ask-turn.sh",
        "ui-message-chunks.ts",
        "chat-route.ts",
        "chat-page.tsx",
        "ag-ui-events.ts",
      ),
    }),
    await markdownPage("Guides", "guides/grounding.html", "Grounding and rights", "docs/site/guides/grounding.md"),
    await markdownPage("Guides", "guides/evaluations.html", "Evaluations", "docs/site/guides/evaluations.md"),
    await markdownPage("Guides", "guides/contract-registry.html", "Contract registry", "docs/site/guides/registry.md", {
      includes: { entries: registryTable(files) },
    }),
    ...engines.pages,
    ...referencePages(await readOpenApi(join(root, "docs/generated/openapi.json"))),
    await markdownPage("API reference", "reference/errors.html", "Errors", "docs/site/reference/errors.md", {
      includes: { codes: await generated("errors.md", true) },
    }),
    await markdownPage("API reference", "reference/limits.html", "Limits", "docs/site/reference/limits.md", {
      includes: { limits: limitsTable() },
    }),
    await markdownPage("API reference", "reference/access.html", "Who may call what", "docs/generated/access.md"),
    await markdownPage("API reference", "reference/states.html", "States", "docs/generated/states.md"),
    await markdownPage("Operation", "operating.html", "Running the service", "docs/operating.md"),
    await markdownPage("Operation", "changelog.html", "Changelog", "CHANGELOG.md"),
  ];
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
