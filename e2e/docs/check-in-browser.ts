/**
 * `npm run check:browser`: opens every page of the documentation site in the Chromium of this machine and uses what needs a browser:
 * the search, a place of the reference, the choice of colours. Skipped, with a message, without Chromium (Debian:
 * `apt-get install chromium`); with REQUIRE_BROWSER=1 that is a failure.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { buildSite, makeSite } from "../../scripts/docs/build-site.ts";
import { serveSite } from "../../scripts/docs/serve-site.ts";
import { chromiumPath as executablePath } from "../chromium-path.ts";

if (executablePath === undefined) {
  process.stdout.write("skipped: no Chromium on this machine (CHROMIUM names one elsewhere)\n");
  process.exitCode = process.env["REQUIRE_BROWSER"] === "1" ? 1 : 0;
} else {
  const scratch = await mkdtemp(join(tmpdir(), "docs-site-"));
  const folder = join(scratch, "site");
  await buildSite(folder);
  const { server, url } = await serveSite(folder, 0);
  try {
    const pages = [...(await makeSite()).keys()].filter((path) => path.endsWith(".html")).sort();
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      const problems = await checkPages(await browser.newPage(), url, pages);
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

async function checkPages(page: Page, url: string, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  let where = "";
  const note = (found: string): void => void problems.push(`${where}: ${found}`);
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => message.type() === "error" && note(message.text()));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    // What a page still loads when it is left is no problem of it.
    if (reason !== "net::ERR_ABORTED") note(`${request.url()} ${reason}`);
  });
  for (const path of paths) {
    where = path;
    await page.goto(new URL(path, url).href);
    if ((await page.locator("main h1").count()) === 0) note("has no heading");
  }
  for (const [name, attempt] of [
    ["search", useSearch],
    ["reference", useReference],
    ["colours", useColours],
  ] as const) {
    where = name;
    await attempt(page, url).catch((error: unknown) => note(Error.isError(error) ? error.message : String(error)));
  }
  return problems;
}

/** Types a word, sees places, and goes to the first of them by the key. */
async function useSearch(page: Page, url: string): Promise<void> {
  await page.goto(new URL("index.html", url).href);
  await page.keyboard.press("/");
  await page.locator("#query:focus").pressSequentially("idempotency");
  const address = await page.locator("#results li").first().getAttribute("data-address");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/${address ?? ""}`);
  await page
    .locator("main")
    .getByText(/idempotency/i)
    .first()
    .waitFor();
}

/** A link to one operation and one to one error lead to a place that is there and can be seen. */
async function useReference(page: Page, url: string): Promise<void> {
  for (const place of ["reference/runs.html#runs.submit", "reference/errors.html#run_not_found"]) {
    await page.goto(new URL(place, url).href);
    const id = JSON.stringify(place.slice(place.indexOf("#") + 1));
    await page.waitForFunction(
      `(({ top, height }) => height > 0 && Math.abs(top) < innerHeight)(document.getElementById(${id}).getBoundingClientRect())`,
    );
  }
}

/** The choice holds on the next page. */
async function useColours(page: Page, url: string): Promise<void> {
  await page.goto(new URL("index.html", url).href);
  await page.locator(".theme").click();
  const theme = await page.locator("html").getAttribute("data-theme");
  if (theme !== "dark" && theme !== "light") throw new Error("the button chooses nothing");
  await page.goto(new URL("operating.html", url).href);
  await page.locator(`html[data-theme="${theme}"]`).waitFor();
}
