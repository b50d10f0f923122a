import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium of the machine; undefined without one, which REQUIRE_BROWSER=1 makes a failure. */
export const chromiumPath = [process.env["CHROMIUM"] ?? "", ...places].find((path) => path !== "" && existsSync(path));
if (chromiumPath === undefined && process.env["REQUIRE_BROWSER"] === "1")
  throw new Error("no Chromium on this machine (CHROMIUM names one elsewhere)");

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
