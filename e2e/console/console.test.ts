import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "@service/client";
import { type ConsoleWorld, describeWithBrowser, openConsoleWorld, openContents, password } from "./console-world.ts";
import { choosePassword, openPage, shownRows, violationsOf, type WatchedPage } from "./open-browser.ts";

describeWithBrowser("the console in a browser", () => {
  let world: ConsoleWorld;
  let owner: WatchedPage;
  let origin: string;
  let environment: string;
  let failedRun: string;

  beforeAll(async () => {
    world = await openConsoleWorld();
    ({ owner, origin, environment } = world);
    failedRun = await failARun();
  });
  afterAll(() => world?.close());

  /** A run that its input makes fail: there is no fact in it. */
  async function failARun(): Promise<string> {
    await world.makeEngine("proposals", "entity_analysis", "Proposals");
    const input = {
      as_of: "2026-03-01T12:00:00Z",
      subject: { key: "bakery", kind: "account", label: "Quillmere Bakery" },
      profile: { unheard_of: "x" },
    };
    return (await world.client.runs.submit({ engine_slug: "proposals", body: { input } })).run_id;
  }

  const at = (path: string) => owner.page.goto(`${origin}${path}`);

  test("A1: the printed link lets the first owner in within four steps, and once only", async () => {
    // Whoever leaves before they choose a password comes back to it (CON-3).
    await owner.page.goto(world.link);
    await owner.page.getByRole("button", { name: "Continue" }).click();
    await owner.page.getByRole("textbox", { name: "Choose a password" }).waitFor();
    await at("/");
    await choosePassword(owner.page, password);
    expect(owner.page.url()).toBe(`${origin}/home`);
    const second = await openPage(world.browser, origin);
    await second.page.goto(world.link);
    await second.page.getByRole("button", { name: "Continue" }).click();
    await second.page.getByText("The link was used or has expired.").waitFor();
    await second.context.close();
  });

  test("contents are closed to the owner until they open the organization with a reason", async () => {
    await openContents(world);
  });

  test("A2: an id in the palette leads to one sentence with the cause and what to do", async () => {
    const { page } = owner;
    await at(environment);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await page
      .getByRole("searchbox", { name: "Find anything" })
      .or(page.getByLabel("Find anything").last())
      .fill(failedRun);
    await page.getByText(failedRun).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toContain(`/runs/${failedRun}`);
    await page.getByText("Correct the input and submit it again.").waitFor();
  });

  test("A3: a list of runs is its address, and a fresh browser shows the same after signing in", async () => {
    const { page } = owner;
    await at(`${environment}/runs?last=7d`);
    await page.getByRole("link", { name: "bakery" }).first().waitFor();
    const shown = await page.evaluate(shownRows);
    const fresh = await openPage(world.browser, origin);
    await fresh.page.goto(page.url());
    await fresh.page.getByLabel("Email").fill("owner@localhost");
    await fresh.page.getByRole("textbox", { name: "Password" }).fill(password);
    await fresh.page.getByRole("button", { name: "Sign in" }).click();
    await fresh.page.getByRole("link", { name: "bakery" }).first().waitFor();
    const same = await fresh.page.evaluate(shownRows);
    expect([same, fresh.problems]).toEqual([shown, []]);
    await fresh.context.close();
  });

  test("A6: a key shows its reach before it is made, is shown once, and its first call is accepted", async () => {
    const { page } = owner;
    await at(`${environment}/keys`);
    await page.getByRole("button", { name: "New key for a vendor" }).click();
    await page.getByRole("combobox", { name: "Engines" }).press("ArrowDown");
    await page.getByRole("option", { name: "Proposals" }).click();
    await page.getByText("Engines: proposals").waitFor();
    await page.getByRole("button", { name: "Make the key" }).click();
    const dialog = page.getByRole("dialog", { name: /The key for live/ });
    const secret = (await dialog.getByText(/^svcsk_v1_/).textContent()) ?? "";
    const vendor = new Client({ baseUrl: world.stack.apiUrl, apiKey: secret });
    const input = {
      as_of: "2026-03-01T12:00:00Z",
      subject: { key: "a", kind: "account", label: "A" },
      profile: { employees: 3 },
    };
    expect(await vendor.runs.submit({ engine_slug: "proposals", body: { input } })).toHaveProperty("run_id");
    await page.getByRole("button", { name: "I have copied it" }).click();
    expect(await page.content()).not.toContain(secret);
    expect(JSON.stringify(await owner.context.storageState())).not.toContain(secret);
  });

  test("A7: a vendor's refused call stands on the page of refusals with its code, field and request id", async () => {
    const refused = world.client.runs.submit({ engine_slug: "proposals", body: { input: { as_of: "tomorrow" } } });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    const { page } = owner;
    await at(`${environment}/refusals`);
    await page.getByText("POST /api/v1/engines/{engine_slug}/runs").first().waitFor({ timeout: 40_000 });
  });

  test("A9: who changed something stands in the audit log", async () => {
    const { page } = owner;
    await at(`${environment}/audit?kind=scoped_key`);
    await page
      .getByText(/^Made scoped key/)
      .first()
      .waitFor();
  });

  test("a reader sees runs and nothing that a reader may not do", async () => {
    const { page } = owner;
    await at(`${environment}/settings`);
    await page.getByLabel("Email").fill("reader@example.com");
    await page.getByLabel("Name", { exact: false }).last().fill("Reader");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const theirs = (await page.getByText(/\/welcome#/).textContent()) ?? "";
    await page.getByRole("button", { name: "I have copied it" }).click();
    const reader = await openPage(world.browser, origin, { width: 360, scheme: "dark" });
    await reader.page.goto(theirs);
    await reader.page.getByRole("button", { name: "Continue" }).click();
    await reader.page.getByRole("textbox", { name: "Choose a password" }).fill(password);
    await reader.page.getByRole("button", { name: "Sign in" }).click();
    await reader.page.getByRole("heading", { name: "Overview" }).waitFor();
    await reader.page.getByRole("button", { name: "Open the navigation" }).click();
    const pages = await reader.page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents();
    expect(pages).toEqual(["Overview", "Runs", "Keys", "Settings"]);
    const width = await reader.page.evaluate("document.documentElement.scrollWidth");
    expect([Number(width) <= 360, reader.problems]).toEqual([true, []]);
    await reader.context.close();
  });

  test.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 360],
    ["dark", 360],
  ] as const)("axe finds nothing on any page, %s at %i px (WCAG 2.2 AA)", async (scheme, width) => {
    const { page } = owner;
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    const found: string[] = [];
    for (const path of [
      "/home",
      "/people",
      "/account",
      ...[
        "",
        "/runs",
        `/runs/${failedRun}`,
        "/try",
        "/engines",
        "/engines/proposals",
        "/endpoints",
        "/keys",
        "/refusals",
        "/audit",
        "/settings",
      ].map((each) => environment + each),
    ]) {
      await at(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      found.push(...(await violationsOf(page)).map((violation) => `${path}: ${violation}`));
      const isCut = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
      if (isCut === true) found.push(`${path}: scrolls sideways`);
    }
    // States that only open by an act were where most faults were.
    for (const [path, opener] of [
      ["/runs", /^Find anything/],
      ["/runs", /^Environment live/],
      ["/runs", /^Account of/],
      ["/keys", "New key for a vendor"],
      ["/keys", "New organization key"],
      ["/endpoints", "New endpoint"],
      ["/engines", "New engine"],
      ["/engines/proposals", "Publish"],
      ["/engines/proposals", "Archive"],
    ] as const) {
      await at(`${environment}${path}`);
      await page
        .getByRole("button", { name: opener, exact: typeof opener === "string" })
        .first()
        .press("Enter");
      await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor();
      await page.waitForLoadState("networkidle");
      found.push(...(await violationsOf(page)).map((violation) => `${path} ${String(opener)}: ${violation}`));
      await page.keyboard.press("Escape");
    }
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("A10: while the database is away the page says as of when, and recovers", async () => {
    const { page } = owner;
    await at("/home");
    await page.getByText("webhooks", { exact: false }).first().waitFor();
    await page.route("**/console/v1/installation", (route) =>
      route.fulfill({ status: 503, json: { code: "service_unavailable", message: "Away." } }),
    );
    await page.getByText(/^As of/).waitFor({ timeout: 60_000 });
    await page.unroute("**/console/v1/installation");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/^As of/).waitFor({ state: "detached" });
    expect(owner.problems).toEqual([]);
  });
});
