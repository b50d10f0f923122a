/**
 * `npm run check:browser`: opens every page of the documentation site in the Chromium of this machine and uses what needs a browser:
 * the search, a place of the reference, the choice of colours. Skipped, with a message, without Chromium (Debian:
 * `apt-get install chromium`); with REQUIRE_BROWSER=1 that is a failure.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, openBrowser, type Tab } from "./browser.ts";
import { buildSite, makeSite } from "../../scripts/docs/build-site.ts";
import { serveSite } from "../../scripts/docs/serve-site.ts";

const chromium = findChromium();
if (chromium === undefined) {
  process.stdout.write("skipped: no Chromium on this machine (CHROMIUM names one elsewhere)\n");
  process.exitCode = process.env["REQUIRE_BROWSER"] === "1" ? 1 : 0;
} else {
  const scratch = await mkdtemp(join(tmpdir(), "docs-site-"));
  const folder = join(scratch, "site");
  await buildSite(folder);
  const { server, url } = await serveSite(folder, 0);
  try {
    const pages = [...(await makeSite()).keys()].filter((path) => path.endsWith(".html")).sort();
    const browser = await openBrowser(chromium);
    try {
      const problems = await checkPages(browser.tab, url, pages);
      for (const problem of problems) process.stderr.write(`${problem}\n`);
      process.stdout.write(
        `${pages.length} pages opened, search, reference and colours used: ${problems.length} problems\n`,
      );
      process.exitCode = problems.length === 0 ? 0 : 1;
    } finally {
      await browser.close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function checkPages(tab: Tab, url: string, pages: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const note = (where: string, found: readonly string[]): void => {
    for (const each of found) problems.push(`${where}: ${each}`);
  };
  for (const page of pages) {
    await tab.open(new URL(page, url).href);
    const heading = await tab.evaluate("document.querySelector('main h1')?.textContent ?? ''");
    if (heading === "") note(page, ["has no heading"]);
    note(page, tab.takeErrors());
  }
  const tries: readonly (readonly [string, () => Promise<void>])[] = [
    ["search", () => useSearch(tab, url)],
    ["reference", () => useReference(tab, url)],
    ["colours", () => useColours(tab, url)],
  ];
  for (const [name, attempt] of tries) {
    await attempt().catch((error: unknown) => note(name, [Error.isError(error) ? error.message : String(error)]));
    note(name, tab.takeErrors());
  }
  return problems;
}

/** Types a word, sees places, and goes to the first of them by the key. */
async function useSearch(tab: Tab, url: string): Promise<void> {
  await tab.open(new URL("index.html", url).href);
  await tab.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))");
  await tab.until("document.activeElement?.id === 'query'");
  await tab.evaluate(
    "{ const box = document.querySelector('#query'); box.value = 'idempotency'; box.dispatchEvent(new Event('input', { bubbles: true })); }",
  );
  await tab.until("!document.querySelector('.results').hidden && document.querySelectorAll('#results li').length > 0");
  const address = await tab.evaluate("document.querySelector('#results li').dataset.address");
  await tab.evaluate(
    "document.querySelector('#query').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))",
  );
  await tab.until(`location.href.endsWith(${JSON.stringify(address)}) && document.readyState === 'complete'`);
  await tab.until("/idempotency/i.test(document.querySelector('main').textContent)");
}

/** A link to one operation and one to one error lead to a place that is there and can be seen. */
async function useReference(tab: Tab, url: string): Promise<void> {
  for (const place of ["reference/runs.html#runs.submit", "reference/errors.html#run_not_found"]) {
    await tab.open(new URL(place, url).href);
    const id = JSON.stringify(place.slice(place.indexOf("#") + 1));
    await tab.until(`document.getElementById(${id})?.getBoundingClientRect().height > 0`);
    await tab.until(`Math.abs(document.getElementById(${id}).getBoundingClientRect().top) < innerHeight`);
  }
}

/** The choice holds on the next page. */
async function useColours(tab: Tab, url: string): Promise<void> {
  await tab.open(new URL("index.html", url).href);
  await tab.evaluate("document.querySelector('.theme').click()");
  const theme = await tab.evaluate("document.documentElement.dataset.theme");
  if (theme !== "dark" && theme !== "light") throw new Error("the button chooses nothing");
  await tab.open(new URL("operating.html", url).href);
  await tab.until(`document.documentElement.dataset.theme === ${JSON.stringify(theme)}`);
}
