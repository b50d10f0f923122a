import { expect, test } from "@jest/globals";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonObject } from "@service/json";
import type { EngineForCall } from "../../engines/engines/index.ts";
import { readSubmission } from "./read-submission.ts";
import { submissionOf } from "../../testing/index.ts";

const caller = {
  kind: "organization_key",
  id: "key",
  organizationId: "organization",
  environmentId: "environment",
  environmentSlug: "sandbox",
  isLive: false,
  organization: {
    requestsPerMinute: 100,
    monthlyRunCap: null,
    recordsPosture: "off",
    analysesEnabled: false,
    defaultFieldPolicy: "",
    assertionSecret: null,
  },
} as const;

const engine: EngineForCall = {
  id: "engine",
  revision: 1,
  slug: "engine",
  engineType: "comparison",
  status: "active",
  pinPolicy: "latest_allowed",
  draftConfigHash: "",
  exposeWarnings: false,
  notifyOnSupersede: false,
  requestsPerMinute: 100,
  latest: [],
};

/** Whether other work of this process goes on before the submission is read. */
async function letsOthersWork(input: JsonObject): Promise<boolean> {
  let isRead = false;
  const reading = readSubmission(submissionOf(caller, engine, input, { idempotencyKey: "k" })).then(() => {
    isRead = true;
  });
  await nextTurn();
  const isOtherFirst = !isRead;
  await reading;
  return isOtherFirst;
}

test("a large body of any engine type is read in turns, a small one at once", async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => ({ name: `row ${index}`, amount: index }));
  expect(await letsOthersWork({ rows })).toBe(true);
  expect(await letsOthersWork({ rows: rows.slice(0, 3) })).toBe(false);
});
