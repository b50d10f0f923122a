import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { readConfig, silentLogger } from "@service/runtime";
import { type PrivatePostgres, privatePostgres, testOperator } from "@service/testing";
import { apiConfig } from "./config.ts";
import { type RunningApi, startApi } from "./start-api.ts";

let postgres: PrivatePostgres;
let api: RunningApi;
let bearer: string;

beforeAll(async () => {
  postgres = await privatePostgres();
  await applyMigrations(postgres.url);
  const variables = {
    DATABASE_URL: postgres.url,
    API_PORT: "0",
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  api = await startApi(readConfig(apiConfig, variables), { log: silentLogger });
  const { id } = await createOrganization(api.deps, testOperator, { name: "Harborline" });
  const { apiKey } = await createOrganizationKey(api.deps, testOperator, {
    organizationId: id,
    environmentSlug: "live",
  });
  bearer = `Bearer ${apiKey}`;
});
afterAll(async () => {
  await api.stop.stop("end of the test");
  await postgres.close();
});

/** Status and seconds of a request. */
async function ask(path: string, method = "GET", body?: object): Promise<{ status: number; seconds: number }> {
  const startedAtMs = performance.now();
  const answer = await fetch(`${api.url}/api/v1${path}`, {
    method,
    headers: { authorization: bearer, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, seconds: (performance.now() - startedAtMs) / 1_000 };
}

const engine = (slug: string) => ({ slug, label: "Quotes", description: "", engine_type: "comparison" });

test("a request waits no longer than ten seconds for a frozen database, and the next one is answered when it is back (PLAT-53)", async () => {
  expect((await ask("/engines", "POST", engine("quotes"))).status).toBe(201);
  expect((await ask("/engines")).status).toBe(200);
  await postgres.freeze();
  // More than there are connections: some wait for one.
  const requests = Array.from({ length: 30 }, (_, place) =>
    place % 3 === 0
      ? ask("/engines")
      : place % 3 === 1
        ? ask("/engines", "POST", engine(`quotes-${place}`))
        : ask("/engines/quotes/versions", "POST", {}),
  );
  const answers = await Promise.all(requests);
  const later = await ask("/engines");
  await postgres.thaw();
  for (const { status, seconds } of [...answers, later]) {
    expect(status).toBe(503);
    expect(seconds).toBeLessThan(10);
  }
  expect((await ask("/engines")).status).toBe(200);
});
