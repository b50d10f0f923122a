import { afterAll, beforeAll, expect, test } from "@jest/globals";
import createClient from "openapi-fetch";
import type { paths } from "@service/testing/client-types";
import { sampleItem } from "./sample-item.ts";
import { startTestApi, type TestApi, type TestOrganization } from "./test-api.ts";

/** Calls through a client generated from the published document, so a mismatch does not compile. */
let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
});
afterAll(async () => {
  await api.stop();
});

test("a client generated from the OpenAPI document creates, publishes, submits, reads and cancels (PLAT-72)", async () => {
  const client = createClient<paths>({
    baseUrl: api.url,
    headers: { authorization: `Bearer ${org.organization.apiKey}` },
  });
  const created = await client.POST("/api/v1/engines", {
    body: { slug: "typed", label: "Typed", description: "", engine_type: "comparison" },
  });
  expect(created.data?.status).toBe("active");
  const path = { engine_slug: "typed" };
  const release = await client.POST("/api/v1/engines/{engine_slug}/versions", { params: { path }, body: {} });
  expect(release.data?.version).toBe("1.0");
  const refused = await client.POST("/api/v1/engines/{engine_slug}/runs", {
    params: { path },
    body: { input: { nothing: true } },
  });
  expect([refused.response.status, refused.error?.code]).toEqual([400, "invalid_input"]);
  const items = ["a", "b"].map(sampleItem);
  const submitted = await client.POST("/api/v1/engines/{engine_slug}/runs", {
    params: { path, header: { "idempotency-key": "typed-1" } },
    body: { input: { subject: { key: "s", label: "Subject" }, items } },
  });
  expect(submitted.data?.status).toBe("queued");
  const runId = submitted.data?.run_id ?? "";
  const cancelled = await client.POST("/api/v1/runs/{run_id}/cancel", {
    params: { path: { run_id: runId } },
    body: { reason: "typed" },
  });
  expect(cancelled.data?.status).toBe("cancelled");
  const read = await client.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: runId } } });
  expect([read.data?.run_id, read.data?.status, read.data?.output_phase]).toEqual([runId, "cancelled", "pending"]);
});
