import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import * as z from "zod";
import { chromiumPath } from "../chromium-path.ts";

if (chromiumPath === undefined && process.env["REQUIRE_BROWSER"] === "1")
  throw new Error("no Chromium on this machine (CHROMIUM names one elsewhere)");

/** Runs in a page: the ids of the rows that a list shows. */
export const shownRows = `[...document.querySelectorAll("tr[data-row]")].map((row) => row.getAttribute("data-row"))`;

/** A page whose errors are collected: what the console logs, what its policy refuses, what leaves its origin. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Empty while nothing went wrong. */
  readonly problems: readonly string[];
}

export async function openChromium(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: ["--no-sandbox"],
  });
}

/** @param origin of the console: every request goes there. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: { readonly width?: number; readonly scheme?: "light" | "dark" } = {},
): Promise<WatchedPage> {
  const { width = 1440, scheme = "light" } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // A refusal that the page shows as a sentence is logged by the browser as well.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url()))
      problems.push(`a request to ${request.url()}`);
    if (request.url().endsWith("/console/csp")) problems.push("a report of the content security policy");
  });
  return { page, context, problems };
}

/** Follows a one-time link and chooses a password. */
export async function signInByLink(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await choosePassword(page, password);
}

/** Fills the page behind a one-time link. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Choose a password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Installation" }).waitFor();
}

/** Opens the contents of the organization that the page shows, for a person of the installation. */
export async function openWithReason(page: Page, reason: string): Promise<void> {
  await page.getByRole("button", { name: "Open with a reason" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Open for an hour" }).click();
}

const Violations = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })) }),
  ),
});

/** What axe finds on the page as it is. Its source goes in over DevTools: the policy of the page forbids a script tag. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })`,
  );
  return Violations.parse(result).violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200) ?? ""}`),
  );
}
