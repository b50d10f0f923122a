import { describe } from "@jest/globals";
import { Client } from "@service/client";
import type { EngineTypeName } from "@service/contract";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { addressOfLink, firstLink } from "@service/domain/people";
import { systemClock } from "@service/runtime";
import { openDatabase } from "@service/db";
import { testOperator } from "@service/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { buildConsole } from "../../scripts/build-console.ts";
import { startStack, type Stack } from "../../scripts/stack.ts";
import { chromiumPath } from "../chromium-path.ts";
import { openChromium, openPage, openWithReason, signInByLink, type WatchedPage } from "./open-browser.ts";

export const password = "correct-horse-battery-staple-9";
export const describeWithBrowser = chromiumPath === undefined ? describe.skip : describe;

/** A whole service with one organization, and a browser that nobody has signed in with yet. */
export type ConsoleWorld = {
  readonly stack: Stack;
  readonly browser: Browser;
  readonly owner: WatchedPage;
  /** The one-time link of the first owner. */
  readonly link: string;
  readonly origin: string;
  /** The address of the environment within the console. */
  readonly environment: string;
  /** Calls the public API, for a person. */
  readonly client: Client;
  /** An engine with its preset, published as 1.0. */
  readonly makeEngine: (slug: string, engineType: EngineTypeName, label?: string) => Promise<void>;
  /** As if everybody had last proved who they are twenty minutes ago. */
  readonly ageProofs: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openConsoleWorld(): Promise<ConsoleWorld> {
  await buildConsole(() => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), "console-test-"));
  const stack = await startStack({
    dataDir,
    persistent: false,
    consolePort: 0,
    environment: { LOG_LEVEL: "error", WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32" },
  });
  const origin = stack.consoleUrl ?? "";
  const db = openDatabase({ url: stack.databaseUrl, applicationName: "console-test" });
  const deps = { db, clock: systemClock };
  const first = await firstLink(deps, testOperator);
  const organization = await createOrganization(deps, testOperator, { name: "Harborline Insurance" });
  const { apiKey } = await createOrganizationKey(deps, testOperator, {
    organizationId: organization.id,
    environmentSlug: "live",
    label: "test",
  });
  const browser = await openChromium();
  const client = new Client({ baseUrl: stack.apiUrl, apiKey, actingPrincipal: "dana@harborline.example" });
  return {
    stack,
    browser,
    owner: await openPage(browser, origin),
    link: first ? addressOfLink(origin, first) : "",
    origin,
    environment: `/o/${organization.id}/e/live`,
    client,
    makeEngine: async (slug, engineType, label = slug) => {
      await client.engines.create({ body: { slug, label, description: "", engine_type: engineType } });
      await client.engines.versions.publish({ engine_slug: slug, body: {} });
    },
    ageProofs: async () => {
      await db.pool.query("update person_sessions set proved_at = proved_at - interval '20 minutes'");
    },
    close: async () => {
      await browser.close();
      await db.close();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first owner follows the printed link and chooses a password. */
export async function signInFirst({ owner: { page }, link }: ConsoleWorld): Promise<void> {
  await signInByLink(page, link, password);
}

/** The owner, who is no member of the organization, opens its contents. */
export async function openContents({ owner: { page }, origin, environment }: ConsoleWorld): Promise<void> {
  await page.goto(`${origin}${environment}/runs`);
  await page.getByText("Contents of Harborline Insurance are closed to you").waitFor();
  await openWithReason(page, "Ticket 4711, looking at a run.");
  await page.getByText("You opened Harborline Insurance until").waitFor();
}
