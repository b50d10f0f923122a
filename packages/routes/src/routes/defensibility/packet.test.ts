import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { EngineTypeName } from "@service/contract";
import { attachCorrection } from "@service/domain/corrections";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook } from "@service/domain/testing";
import { importSeats } from "@service/domain/seats";
import { canonicalJson, isJsonObject, sha256Hex, type Json, type JsonObject } from "@service/json";
import { findEngineType } from "@service/engine-types";
import { testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;

const slugs = { comparison: "quotes", entity_analysis: "file", diligence: "screening" } as const;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const type of ["comparison", "entity_analysis", "diligence"] as const) {
    await org.organization.post("/engines", { slug: slugs[type], label: type, description: "", engine_type: type });
    const published = await org.organization.post(`/engines/${slugs[type]}/versions`, {});
    if (published.status !== 200) throw new Error(published.text);
  }
});
afterAll(() => api.stop());

const inputOf = (type: EngineTypeName) => findEngineType(type)?.builtInCases()[0]?.input ?? {};

async function submitted(type: keyof typeof slugs, headers: Record<string, string> = {}): Promise<string> {
  const body = { input: inputOf(type) };
  const accepted = await org.organization.post(`/engines/${slugs[type]}/runs`, body, { headers });
  if (accepted.status !== 202) throw new Error(accepted.text);
  return String(accepted.body["run_id"]);
}

async function finished(type: keyof typeof slugs, headers: Record<string, string> = {}): Promise<string> {
  const runId = await submitted(type, headers);
  await api.workOffRuns();
  return runId;
}

const packetOf = async (runId: string): Promise<JsonObject> =>
  jsonOf((await org.organization.get(`/runs/${runId}/defensibility-packet`)).text);
const digest = (value: Json) => {
  const text = canonicalJson(value);
  return { sha256: sha256Hex(text), bytes: Buffer.byteLength(text) };
};
function jsonOf(text: string): JsonObject {
  const value: Json = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error("not an object");
  return value;
}

describe("the packet of a finished run (DEF-2)", () => {
  test("names the run, its release and the digests of input and output (DEF-2)", async () => {
    const runId = await finished("comparison", { "x-service-acting-principal": "pat" });
    const packet = await packetOf(runId);
    const run = jsonOf((await org.organization.get(`/runs/${runId}`)).text);
    const release = jsonOf((await org.organization.get("/engines/quotes/versions/1.0")).text);
    expect(packet).toMatchObject({
      packet_version: 1,
      run: {
        run_id: runId,
        engine: "quotes",
        engine_type: "comparison",
        environment: "live",
        status: run["status"],
        attempt: 1,
        created_at: run["created_at"],
        completed_at: run["completed_at"],
        submitted_by: "pat",
        trace_id: run["trace_id"],
      },
      release: {
        engine_version: "1.0",
        config_version_hash: run["engine_config_version_hash"],
        pack: { key: "us_commercial_core", version: 1 },
      },
      input_digest: digest(inputOf("comparison")),
      output_digest: digest(run["output"] ?? null),
      data: { heads: null },
      model_use: { mode: "optional", calls: [], fields_sent: [] },
      corrections: [],
    });
    const schemas = await api.deps.db.pool.query<{ request: string; response: string }>(
      `select request_schema_sha256 as request, response_schema_sha256 as response from engine_releases
       where config_hash = $1`,
      [release["engine_config_version_hash"]],
    );
    expect(packet["release"]).toMatchObject({
      request_schema_sha256: schemas.rows[0]?.request,
      response_schema_sha256: schemas.rows[0]?.response,
    });
  });

  test("shows how each solution was scored, on what evidence, and by which rules (DEF-3)", async () => {
    const packet = await packetOf(await finished("comparison"));
    expect(packet["scoring"]).toEqual(
      expect.arrayContaining([
        { target: { solution_key: expect.any(String) }, breakdown: expect.arrayContaining([expect.anything()]) },
      ]),
    );
    expect(packet["evidence"]).toEqual(expect.arrayContaining([expect.objectContaining({ evidence_id: "e1" })]));
    expect(packet["decision_trace"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ stage: "evaluate", result: "true" })]),
    );
    expect(packet["decision_trace"]).not.toContainEqual(expect.objectContaining({ result: "false" }));
  });

  test("has a hash that readers can recompute, and stays the same until something is added (DEF-6)", async () => {
    const runId = await finished("entity_analysis");
    const first = await packetOf(runId);
    const { generated_at: _at, integrity, ...content } = first;
    expect(integrity).toEqual({ algorithm: "sha256-jcs", packet_sha256: sha256Hex(canonicalJson(content)) });
    const { generated_at: _later, ...again } = await packetOf(runId);
    expect(again).toEqual({ ...content, integrity });
    await org.organization.post(`/runs/${runId}/outcomes`, { event_id: randomUUID(), event_type: "accepted" });
    expect((await packetOf(runId))["integrity"]).not.toEqual(integrity);
  });

  test("lists documents of the input by their hashes (DEF-4)", async () => {
    const documents = [{ document_key: "d1", kind: "policy", text: "Each occurrence 1,000,000" }];
    const input = { ...inputOf("entity_analysis"), documents };
    const accepted = await org.organization.post("/engines/file/runs", { input });
    await api.workOffRuns();
    const packet = await packetOf(String(accepted.body["run_id"]));
    expect(packet["data"]).toMatchObject({
      documents: [{ ref: { document_key: "d1" }, sha256: sha256Hex("Each occurrence 1,000,000") }],
    });
  });

  test("includes outcomes and annotations, and corrections without their result (DEF-5, COR-7)", async () => {
    const runId = await finished("comparison");
    const outcome = { event_id: randomUUID(), event_type: "bound", payload: { premium: 1_000 } };
    await org.organization.post(`/runs/${runId}/outcomes`, outcome);
    await org.organization.post(`/runs/${runId}/annotations`, { event_id: randomUUID(), label: "useful" });
    const { output } = jsonOf((await org.organization.get(`/runs/${runId}`)).text);
    const corrected = { ...(isJsonObject(output) ? output : {}), headline: "Corrected by hand" };
    const { correctionId } = await attachCorrection(api.deps, testOperator, "every", {
      runId,
      output: JSON.stringify(corrected),
      reason: "Wrong headline",
      createdBy: "operator",
    });
    const packet = await packetOf(runId);
    expect(packet["human"]).toMatchObject({
      outcomes: [{ ...outcome }],
      annotations: [{ label: "useful" }],
      ledger_actions: [],
    });
    expect(packet["corrections"]).toEqual([
      {
        correction_id: correctionId,
        seq: 1,
        created_at: expect.any(String),
        created_by: "operator",
        reason: "Wrong headline",
        output_digest: digest(corrected),
      },
    ]);
    expect(JSON.stringify(packet)).not.toContain("Corrected by hand");
    // The run itself keeps returning the original output (COR-7).
    expect(jsonOf((await org.organization.get(`/runs/${runId}`)).text)["output"]).toEqual(output);
  });

  test("names the commands of the ledger about the run that its reader may see (LEDGER-63)", async () => {
    const other = await api.organization();
    const { organizationId } = other;
    await other.organization.post("/engines", {
      slug: "quotes",
      label: "Quotes",
      description: "",
      engine_type: "comparison",
    });
    await other.organization.post("/engines/quotes/versions", {});
    const accepted = await other.organization.post("/engines/quotes/runs", { input: inputOf("comparison") });
    const runId = String(accepted.body["run_id"]);
    await api.workOffRuns();
    const book = await createTestBook(api.deps.db, { organizationId });
    await book.write({
      puts: ["ana", "bo"].map((name) => ({
        family: "accounts" as const,
        sourceId: name,
        fields: { name, producer_seat: name },
      })),
    });
    await book.serve();
    await importSeats(api.deps, testOperator, {
      organizationId,
      file: ["ana", "bo", "all"].map((name) => ({
        seat_key: name,
        emails: [`${name}@example.com`],
        principal_ids: [name],
        scope: name === "all" ? "All" : "Own",
      })),
    });
    const run = { kind: "run", key: runId };
    const ofAna = { kind: "account", key: book.keyOf("accounts", "ana") };
    const made = await other.organization.post("/records/actions", {
      actor_principal: "ana",
      actor_type: "producer",
      commands: [
        { type: "add_note", entity: run, payload: { body: "For all" } },
        { type: "add_note", entity: run, payload: { body: "For me", visibility: "private" } },
        { type: "create_task", entity: ofAna, payload: { title: "Call", source: { run_id: runId } } },
        { type: "create_task", entity: ofAna, payload: { title: "Of no run" } },
      ].map((command) => ({ idempotency_key: randomUUID(), ...command })),
    });
    expect(made.status).toBe(200);
    const seq = Number(made.body["action_seq"]);
    const actionsFor = async (person?: string): Promise<unknown> => {
      const reader = await other.scoped(["runs:defensibility:read"], ["quotes"]);
      const headers = person === undefined ? {} : { "x-service-acting-principal": person };
      const answer = await reader.get(`/runs/${runId}/defensibility-packet`, { headers });
      const { human } = jsonOf(answer.text);
      return isJsonObject(human) ? human["ledger_actions"] : undefined;
    };
    const note = { seq: seq - 3, type: "add_note" };
    const task = { seq: seq - 1, type: "create_task" };
    expect(await actionsFor("bo")).toEqual([note, task]);
    await setOrganization(api.deps, testOperator, organizationId, { recordsPosture: "lit" });
    expect(await actionsFor()).toEqual([note, task]);
    expect(await actionsFor("all")).toEqual([note, task]);
    expect(await actionsFor("ana")).toEqual([note, task]);
    expect(await actionsFor("bo")).toEqual([note]);
    expect(await actionsFor("nobody")).toEqual([note]);
  });

  test("of a cancelled run has no result; of a run without a stored trace, an empty trace (DEF-7)", async () => {
    await api.stopWorker();
    const cancelled = await submitted("comparison");
    await org.organization.post(`/runs/${cancelled}/cancel`);
    const packet = await packetOf(cancelled);
    expect(packet).toMatchObject({
      run: { status: "cancelled", attempt: 0 },
      output_digest: null,
      decision_trace: [],
      scoring: [],
      evidence: [],
      release: { pack: { key: "us_commercial_core", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(packet["limitations"]).toContainEqual(expect.objectContaining({ code: "no_result" }));

    const untraced = await finished("comparison");
    await api.deps.db.pool.query("update run_payloads set trace = null where run_id = $1", [untraced]);
    expect((await packetOf(untraced))["decision_trace"]).toEqual([]);
  });

  test("of a draft run says that it has no release (DEF-7)", async () => {
    const body = { input: inputOf("comparison"), engine_version: "draft" };
    const accepted = await org.sandbox.post("/engines/quotes/runs", body);
    await api.workOffRuns();
    const packet = await org.sandbox.get(`/runs/${String(accepted.body["run_id"])}/defensibility-packet`);
    expect(packet.body["release"]).toMatchObject({ engine_version: "draft", request_schema_sha256: null });
    expect(packet.body["limitations"]).toContainEqual(expect.objectContaining({ code: "draft_configuration" }));
  });

  test("survives half a surrogate pair in a quoted excerpt, and its hash can still be recomputed (DEF-6)", async () => {
    const runId = await finished("entity_analysis");
    await api.deps.db.pool.query(
      `update run_payloads set output = replace(output, '"headline":"', '"headline":"\\ud800'),
         trace = '{"rules":[{"stage":"extract","rule_key":"k","result":"unknown","facts":[{"path":"p","value":"\\ud800"}]}]}'
       where run_id = $1`,
      [runId],
    );
    const { generated_at: _at, integrity, ...content } = await packetOf(runId);
    expect(content["decision_trace"]).toMatchObject([{ facts: [{ path: "p", value: "\ufffd" }] }]);
    expect(integrity).toMatchObject({ packet_sha256: sha256Hex(canonicalJson(content)) });
  });
});

describe("field policy (DEF-8, PRIV-20)", () => {
  const withPolicy = async (policy: string, read: () => Promise<void>): Promise<void> => {
    const set = (name: string) =>
      api.deps.db.pool.query("update organizations set default_field_policy = $1 where id = $2", [
        name,
        org.organizationId,
      ]);
    await set(policy);
    try {
      await read();
    } finally {
      await set("full");
    }
  };

  test("withholds denied classes: evidence of a screening, and facts of unknown origin (DEF-8)", async () => {
    const runId = await finished("diligence");
    await api.deps.db.pool.query("update run_payloads set trace = $2 where run_id = $1", [
      runId,
      JSON.stringify({
        rules: [
          {
            stage: "evaluate",
            rule_key: "k",
            result: "false",
            facts: [
              { path: "subject.name", value: "Blue Harbor" },
              { path: "hits[h1].score", value: 0.9 },
              { path: "derived.fact", value: 1 },
            ],
          },
        ],
        rules_omitted: 0,
      }),
    ]);
    const open = await packetOf(runId);
    expect(open["evidence"]).not.toEqual([]);
    expect(open["decision_trace"]).toMatchObject([{ facts: [{ value: "Blue Harbor" }, { value: 0.9 }, { value: 1 }] }]);
    await withPolicy("external_agent", async () => {
      // With an organization key the organization may be cached for a minute; a scoped key is read every time.
      const reader = await org.scoped(["runs:defensibility:read"], ["screening"]);
      const closed = jsonOf((await reader.get(`/runs/${runId}/defensibility-packet`)).text);
      expect(closed["evidence"]).toEqual([]);
      expect(closed["decision_trace"]).toMatchObject([
        { facts: [{ value: "Blue Harbor" }, { value: null }, { value: null }] },
      ]);
      expect(closed["limitations"]).toContainEqual(expect.objectContaining({ code: "field_policy" }));
      expect(closed["output_digest"]).toEqual(open["output_digest"]);
    });
  });
});

describe("who may read a packet", () => {
  test("needs runs:defensibility:read and the engine's binding (KEY-14, DEF-1)", async () => {
    const runId = await finished("comparison");
    const path = `/runs/${runId}/defensibility-packet`;
    const reader = await org.scoped(["runs:read"], ["quotes"]);
    expect((await reader.get(path)).body["code"]).toBe("insufficient_capability");
    const unbound = await org.scoped(["runs:defensibility:read"], ["file"]);
    expect((await unbound.get(path)).body["code"]).toBe("engine_binding_forbidden");
    const bound = await org.scoped(["runs:defensibility:read"], ["quotes"]);
    expect((await bound.get(path)).status).toBe(200);
  });

  test("finds runs of the key's environment only, and only finished ones (DEF-1)", async () => {
    await api.stopWorker();
    const runId = await submitted("comparison");
    const path = `/runs/${runId}/defensibility-packet`;
    const early = await org.organization.get(path);
    expect([early.status, early.body["code"]]).toEqual([409, "run_not_finished"]);
    expect((await org.sandbox.get(path)).body["code"]).toBe("run_not_found");
    expect((await org.organization.get(`/runs/${randomUUID()}/defensibility-packet`)).status).toBe(404);
    expect((await org.organization.get("/runs/nonsense/defensibility-packet")).body["code"]).toBe("invalid_run_id");
    await api.workOffRuns();
    expect((await org.organization.get(path)).status).toBe(200);
  });
});
