import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium, openWithReason, signInByLink } from "./open-browser.ts";

/**
 * Writes the pictures of the guide "The console in ten minutes" anew:
 * `npm run demo -- --open`, then `node e2e/console/write-pictures.ts LINK` with the link that it prints.
 */

const folder = join(import.meta.dirname, "../../docs/site/assets/console");
const [link = ""] = process.argv.slice(2);
const { origin } = new URL(link);

const browser = await openChromium();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await mkdir(folder, { recursive: true });

await signInByLink(page, link, "seven-lanterns-over-harbor");
await picture(page, "installation");

await page.getByRole("combobox", { name: "Organization" }).click();
await page.getByRole("option").first().click();
await openWithReason(page, "A broker wants to see their result.");
const environment = new URL(page.url()).pathname;
await page.goto(`${origin}${environment}/runs`);
await page.locator("[data-row]").first().waitFor();
await picture(page, "runs");
await page.getByRole("link", { name: "set-001" }).click();
await page.locator(".result h2").first().waitFor();
await picture(page, "result");
await page.goto(`${origin}${environment}/keys`);
await page.getByRole("button", { name: "New key for a vendor" }).click();
await page.getByRole("dialog").waitFor();
await picture(page, "key");
await browser.close();

async function picture(shown: Page, name: string): Promise<void> {
  // Drawers and gauges move into place.
  await shown.waitForTimeout(500);
  await shown.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 60 });
}
