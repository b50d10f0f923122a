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
  password,
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
    const body = { input, ...(offerings && { offerings }) };
    return (await world.client.runs.submit({ engine_slug: slugOf(type), body })).run_id;
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
    const { id } = await world.client.webhooks.create({
      body: { url: receiver.url, events: ["run.completed", "run.failed"] },
    });
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
    expect(page.url()).toContain(id);
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

  test("who makes a secret long after signing in confirms it in front of the dialog that is open (CON-21)", async () => {
    const { page } = owner;
    await world.ageProofs();
    await at("/keys");
    await page.getByRole("button", { name: "New organization key" }).click();
    const dialog = page.getByRole("dialog", { name: "New organization key" });
    await dialog.getByLabel("Label").fill("Website");
    await dialog.getByRole("button", { name: "Make the key" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    // A covered field is not clicked by a mouse.
    await proof.getByRole("textbox", { name: "Password" }).click({ timeout: 10_000 });
    await proof.getByRole("textbox", { name: "Password" }).fill(password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await page
      .getByText(/svc_live_/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
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
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const selection = page.getByRole("region", { name: "Selected rows" });
    await selection.getByText("2 rows selected").waitFor();
    expect(await page.evaluate(here)).toBe(rows[1]);
    expect(await violationsOf(page)).toEqual([]);
    await selection.getByRole("button", { name: "Clear" }).press("Enter");
    await selection.waitFor({ state: "detached" });
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

  test("a finding is labelled where it stands, and a result is corrected after its difference is shown (CON-65, CON-97)", async () => {
    const { page } = owner;
    await at(`/runs/${await submit("comparison")}?tab=result`);
    await page
      .getByRole("button", { name: /^Label: / })
      .first()
      .press("Enter");
    const labelling = page.getByRole("dialog", { name: "Label this part" });
    await labelling.getByLabel("Comment").fill("The deductible is per claim.");
    expect(await violationsOf(page)).toEqual([]);
    await labelling.getByRole("button", { name: "Label", exact: true }).press("Enter");
    await labelling.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Correct", exact: true }).press("Enter");
    const correcting = page.getByRole("dialog", { name: "Correct the result" });
    const editor = correcting.getByLabel("Corrected result");
    const result = z
      .object({ output: z.looseObject({ headline: z.string() }), solutions: z.json() })
      .parse(JSON.parse(await editor.inputValue()));
    await editor.fill(JSON.stringify({ ...result, output: { ...result.output, headline: "The other offer wins." } }));
    await correcting.getByRole("button", { name: "Review" }).press("Enter");
    await correcting.getByRole("row", { name: /headline/ }).waitFor();
    await correcting.getByLabel("Reason").fill("The sublimit was misread.");
    expect(await violationsOf(page)).toEqual([]);
    await correcting.getByRole("button", { name: "Attach the correction" }).press("Enter");
    await page.getByRole("heading", { name: "The other offer wins." }).waitFor();
    await page.getByText("As computed", { exact: true }).click();
    await page.getByRole("heading", { name: result.output.headline.slice(0, 40) }).waitFor();
    await page.getByRole("tab", { name: "Labels and outcomes" }).press("Enter");
    await page.getByRole("row", { name: /deductible is per claim/ }).waitFor();
  });

  test("a list stays in place and counts what arrived, and one switch pauses its updates (CON-59)", async () => {
    const { page } = owner;
    await at("/runs");
    await page.locator("[data-row]").first().waitFor();
    const before = z.array(z.string()).parse(await page.evaluate(shownRows));
    await submit("comparison");
    const arrived = page.getByRole("button", { name: "1 new" });
    await arrived.waitFor({ timeout: 20_000 });
    expect(await page.evaluate(shownRows)).toEqual(before);
    await arrived.press("Enter");
    await page.getByText(`${before.length + 1} runs`).waitFor({ timeout: 20_000 });
    await page.getByRole("button", { name: /^Account of/ }).press("Enter");
    await page.getByRole("menuitem", { name: "Pause live updates" }).press("Enter");
    await page.getByText("Live updates are paused").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume" }).press("Enter");
  });

  test("whoever runs the service changes an engine's settings on its page (CON-68)", async () => {
    const { page } = owner;
    await at(`/engines/${slugOf("entity_analysis")}?tab=service`);
    await page.getByRole("button", { name: "Use it for the book" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Use it for the book" }).press("Enter");
    await page.getByText("Runs over the book use this engine: risk.").waitFor();
    await page.getByLabel("Key of the source").fill("portal");
    await page.getByRole("button", { name: "Make a secret" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Secret of the source" });
    await dialog.getByText(/lists no submission source portal/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "I have copied it" }).press("Enter");
    await page.getByRole("combobox", { name: "Release to withdraw" }).click();
    await page.getByRole("option", { name: "1.0" }).click();
    await page.getByRole("button", { name: "Withdraw" }).press("Enter");
    await page.getByLabel("Type 1.0 to confirm").fill("1.0");
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).press("Enter");
    await page.getByText("Withdrawn: 1.0.").waitFor();
  });

  test("A8: a draft that somebody saved meanwhile is shown in three columns, and is compared and published", async () => {
    const { page } = owner;
    const slug = slugOf("comparison");
    await at(`/engines/${slug}`);
    const editor = page.getByLabel("Configuration, as JSON");
    await editor.waitFor();
    const draft = z.record(z.string(), z.json()).parse(JSON.parse(await editor.inputValue()));
    await world.client.engines.config.save({ engine_slug: slug, body: { config: { ...draft, max_rows: 400 } } });
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
