import { afterAll, beforeAll, expect, test } from "@jest/globals";
import createClient from "openapi-fetch";
import type { components, paths } from "@service/testing/client-types";
import { hoursQuestion, startTurnWorld } from "./turn-world.ts";
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

test("a client generated from the OpenAPI document reads the stream of a turn, each frame by its type, and the turn as JSON (PLAT-72, TURN-190)", async () => {
  const world = await startTurnWorld();
  try {
    const client = createClient<paths>({
      baseUrl: world.api.url,
      headers: { authorization: `Bearer ${world.sandbox.apiKey}` },
    });
    const { id: conversation_id } = await world.conversation();
    const params = { path: { slug: "desk", conversation_id } };
    const turns = "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns";
    const body = { text: hoursQuestion, version: "draft" } as const;
    const { data } = await client.POST(turns, { params, body, parseAs: "stream" });
    let text = "";
    let quotes: string[] = [];
    let stored: string | null = null;
    for (const line of (await new Response(data).text()).split("\n")) {
      if (!line.startsWith("data: ")) continue;
      const frame: components["schemas"]["TurnFrame"] = JSON.parse(line.slice("data: ".length));
      if (frame.type === "attempt.started" && frame.discard) text = "";
      else if (frame.type === "snapshot") quotes = frame.citations.map(({ quote }) => quote);
      else if (frame.type === "text.delta") text += frame.text;
      else if (frame.type === "citation") quotes.push(frame.quote);
      else if (frame.type === "done") stored = frame.turn.output.text;
    }
    expect(text).toContain("open from 8 to 18");
    expect(text).toBe(stored);
    expect(quotes[0]).toContain("open from 8 to 18");
    const request = {
      params: { ...params, header: { prefer: "wait=20" } },
      body: { text: hoursQuestion, version: "draft" },
    } as const;
    const whole = await client.POST(turns, { ...request, headers: { accept: "application/json" } });
    // Either a frame or the turn; a generated client knows both.
    const turn = whole.data !== undefined && "output" in whole.data ? whole.data : undefined;
    expect([turn?.status, turn?.output.text]).toEqual(["completed", stored]);
    expect(whole.response.headers.get("content-location")).toContain(turn?.turn_id);
    const refused = await client.POST(turns, { params: { path: { slug: "none", conversation_id } }, body });
    expect(refused.error?.code).toBe("conversation_instance_not_found");
  } finally {
    await world.stop();
  }
});
