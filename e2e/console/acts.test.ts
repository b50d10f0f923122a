import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { engineTypeNames, type EngineTypeName } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { pdfFile } from "@service/file-text/testing";
import { type Receiver, startReceiver, waitFor } from "@service/testing";
import {
  type ConsoleWorld,
  describeWithBrowser,
  openConsoleWorld,
  openContents,
  signInFirst,
} from "./console-world.ts";
import * as z from "zod";
import { shownRows, violationsOf, type WatchedPage } from "./open-browser.ts";

/** Runs in the page: what can be seen without scrolling, and codes among what is read. */
const isInView = (selector: string): string =>
  `(() => { const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.top < window.innerHeight - 20; })()`;
const focused = `document.activeElement?.getAttribute("aria-label")`;
const codesInText = `document.querySelector("main").innerText.match(/.*\\b[a-z]+(?:_[a-z]+)+\\b.*/g) ?? []`;

describeWithBrowser("acts of people in the console", () => {
  let world: ConsoleWorld;
  let owner: WatchedPage;
  let receiver: Receiver;

  beforeAll(async () => {
    world = await openConsoleWorld();
    ({ owner } = world);
    receiver = await startReceiver();
    await signInFirst(world);
    await openContents(world);
  });
  afterAll(async () => {
    await receiver?.stop();
    await world?.close();
  });

  const at = (path: string) => owner.page.goto(`${world.origin}${world.environment}${path}`);

  /** A run of the first built-in case of an engine type: what its preset is judged by. */
  async function submit(type: EngineTypeName): Promise<string> {
    const [shown] = findEngineType(type).builtInCases();
    if (shown === undefined) throw new Error(`${type} has no case`);
    const { input, offerings } = shown;
    const run = await world.call(`/engines/${slugOf(type)}/runs`, { input, ...(offerings && { offerings }) });
    return String(run["run_id"]);
  }

  test.each(engineTypeNames)(
    "A4: a result of %s shows its headline and first finding without scrolling, evidence in one step, and no code",
    async (type) => {
      const { page } = owner;
      await world.makeEngine(slugOf(type), type);
      await at(`/runs/${await submit(type)}?tab=result`);
      await page.locator(".result h2").first().waitFor();
      expect(await page.evaluate(isInView(".result h2"))).toBe(true);
      expect(await page.evaluate(isInView(".result .result-top"))).toBe(true);
      expect(await page.evaluate(codesInText)).toEqual([]);
      const evidence = page.getByRole("button", { name: /^Evidence\b/ }).first();
      if (await evidence.isVisible()) {
        await evidence.press("Enter");
        const drawer = page.getByRole("dialog", { name: "Evidence" });
        await drawer.waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await drawer.waitFor({ state: "detached" });
        expect(await page.evaluate(focused)).toBe(await evidence.getAttribute("aria-label"));
      }
    },
  );

  test("A5: dead letters are sent again after a preview, each once", async () => {
    const { id } = await world.call("/webhooks", { url: receiver.url, events: ["run.completed", "run.failed"] });
    // A notice tells of what no longer works, so something must have.
    await submit("comparison");
    await waitFor(async () => receiver.received.length === 1);
    receiver.answer((_request, response) => void response.writeHead(400).end());
    const runs = await Promise.all([1, 2, 3].map(() => submit("comparison")));
    const { page } = owner;
    await waitFor(async () => receiver.received.length === 1 + runs.length);
    await at("/endpoints");
    await page.getByText("An endpoint fails").waitFor({ timeout: 60_000 });
    await page.getByRole("alert").getByRole("link", { name: receiver.url }).press("Enter");
    await page.getByText("Would be sent again").waitFor();
    await page.reload();
    await page.getByRole("button", { name: `Send ${runs.length} again` }).press("Enter");
    receiver.answer((_request, response) => void response.writeHead(204).end());
    const dialog = page.getByRole("dialog", { name: "Send them again?" });
    await dialog.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: `Send ${runs.length} again` }).press("Enter");
    await page.getByText(`${runs.length} of ${runs.length} are due again`).waitFor({ timeout: 30_000 });
    await waitFor(async () => receiver.received.length === 1 + 2 * runs.length);
    const sent = receiver.received.slice(1 + runs.length).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(sent).size).toBe(runs.length);
    expect(page.url()).toContain(String(id));
  });

  test("two PDFs become a comparison, and nobody writes JSON (CON-99)", async () => {
    const { page } = owner;
    await at("/try?engine=comparison");
    const quoteOf = (carrier: string, premium: string, limit: string): Buffer =>
      pdfFile([
        [
          "QUOTE",
          `Carrier: ${carrier}`,
          "Named Insured: Harbor Street Bakery LLC",
          "Effective date: 03/15/2027",
          "Expiration date: 03/15/2028",
          `Premium: ${premium}`,
          "General liability",
          `Each Occurrence: ${limit}`,
          "General Aggregate: $2,000,000",
        ].join("\n"),
      ]);
    await page.getByRole("textbox", { name: "Client" }).fill("Harbor Street Bakery");
    await page.getByLabel("Files of offers").setInputFiles([
      { name: "granite.pdf", mimeType: "application/pdf", buffer: quoteOf("Granite Mutual", "$8,400", "$1,000,000") },
      { name: "lakeside.pdf", mimeType: "application/pdf", buffer: quoteOf("Lakeside Casualty", "$7,500", "$500,000") },
      { name: "old.xls", mimeType: "application/vnd.ms-excel", buffer: Buffer.from("d0cf11e0a1b11ae1", "hex") },
    ]);
    await page.getByText("2 offers stand in the input below").waitFor({ timeout: 60_000 });
    await page.getByText(/^old.xls: /).waitFor();
    await page.getByRole("radio", { name: /^granite.pdf/ }).press("Space");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit" }).press("Enter");
    await page.locator(".result h2").first().waitFor({ timeout: 60_000 });
    expect(await page.locator(".result h2").first().innerText()).toMatch(/^Lakeside Casualty is 11 % cheaper/);
    await page.getByRole("heading", { name: "Documents" }).first().waitFor();
  });

  test("keys alone lead to a page, through its rows, and to what they mean (CON-95)", async () => {
    const { page } = owner;
    await at("");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
    await page.locator("[data-row] a").nth(1).waitFor();
    const rows = z.array(z.string()).parse(await page.evaluate(shownRows));
    const here = `document.activeElement?.closest("[data-row]")?.getAttribute("data-row")`;
    const walked: unknown[] = [];
    for (const key of ["j", "j", "k"]) {
      await page.keyboard.press(key);
      walked.push(await page.evaluate(here));
    }
    expect(walked).toEqual([rows[0], rows[1], rows[0]]);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("jj?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV of these runs" }).press("Enter");
    expect((await file).suggestedFilename()).toBe("runs.csv");
  });

  test("A8: a draft that somebody saved meanwhile is shown in three columns, and is compared and published", async () => {
    const { page } = owner;
    const slug = slugOf("comparison");
    await at(`/engines/${slug}`);
    const editor = page.getByLabel("Configuration, as JSON");
    await editor.waitFor();
    const draft = z.record(z.string(), z.json()).parse(JSON.parse(await editor.inputValue()));
    await world.call(`/engines/${slug}/config`, { config: { ...draft, max_rows: 400 } }, { method: "PUT" });
    await editor.fill(JSON.stringify({ ...draft, max_rows: 300 }));
    await page.getByRole("button", { name: "Save" }).press("Enter");
    const conflict = page.getByRole("alert").filter({ hasText: "Somebody else saved while you edited" });
    await conflict.waitFor();
    expect(await conflict.getByRole("row", { name: /max_rows/ }).innerText()).toMatch(/1500\s.*400\s.*300/s);
    expect(await violationsOf(page)).toEqual([]);
    await conflict.getByRole("button", { name: "Go on with mine" }).press("Enter");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page
      .getByText(/^Saved .* by you|your changes are not saved yet/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "Compare" }).press("Enter");
    await page
      .getByRole("row", { name: /max_rows/ })
      .last()
      .waitFor();
    await page.getByRole("button", { name: "Publish" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Publish the saved draft" });
    await dialog.getByRole("button", { name: "Publish 1.1" }).press("Enter", { timeout: 60_000 });
    await page.getByRole("tab", { name: "Releases", selected: true }).waitFor({ timeout: 60_000 });
    await page.getByText("1.1").first().waitFor();
    expect(owner.problems).toEqual([]);
  });
});

/** Slugs have no underscores. */
function slugOf(type: EngineTypeName): string {
  return type.replaceAll("_", "-");
}
