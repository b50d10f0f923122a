import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { correctionEventId, limits, runEventId, ThinRun, WebhookEvent } from "@service/contract";
import { attachCorrection } from "@service/domain/corrections";
import { openConfigurationLoader } from "@service/domain/engines";
import { listDeliveries, resendDelivery } from "@service/domain/deliveries";
import { waitFor, testOperator, type Received, type Receiver, startReceiver } from "@service/testing";
import { Webhook } from "standardwebhooks";

import { type FinishedRun, type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;

const original = { headline: "wrong" };
const responseSchema = {
  type: "object",
  required: ["output"],
  additionalProperties: false,
  properties: { output: { type: "object" }, solutions: { type: "array", items: { type: "object" } } },
};

beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
  // The engine and release of the scene's runs.
  const { organizationId } = scene.owner;
  await scene.rows(
    `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
       draft_updated_by, notify_on_supersede)
     values ($1, $1, 'blue-harbor', 'Blue Harbor', '', 'comparison', '{}', 'h', 'k', true)`,
    [organizationId],
  );
  await scene.rows(
    `insert into engine_releases (id, engine_id, organization_id, major, minor, config_hash, config, request_schema,
       response_schema, request_schema_sha256, response_schema_sha256, gate, released_by)
     values (gen_random_uuid(), $1, $1, 1, 0, 'h', '{}', '{}', $2, '', '', '{}', 'k')`,
    [organizationId, JSON.stringify(responseSchema)],
  );
  await scene.webhooks();
});
afterAll(async () => {
  await scene.stop();
  await receiver.stop();
});

function to(path: string): string {
  return `http://127.0.0.1:${receiver.port}/${path}`;
}

const receivedAt = (path: string) => receiver.received.filter((one) => one.path === `/${path}`);
const eventIn = (one: Received | undefined) => WebhookEvent.parse(JSON.parse(one?.body.toString("utf8") ?? ""));

async function setUp(setup: "per_run" | "per_correction"): Promise<FinishedRun> {
  await scene.rows("update organizations set delivery_setup = $1", [setup]);
  await scene.rows("update webhook_endpoints set deleted_at = now() where deleted_at is null");
  const [run] = await scene.finishRuns(1, { output: original });
  if (!run) throw new Error("no run");
  return run;
}

const correct = (runId: string, output: object, solutions?: object[]) =>
  attachCorrection({ ...scene.deps, configurations: openConfigurationLoader(scene.deps.db) }, testOperator, "every", {
    runId,
    output: JSON.stringify(output),
    solutions: solutions === undefined ? undefined : JSON.stringify(solutions),
    createdBy: "operator",
  });

describe("a correction in the per-correction setup", () => {
  test("is sent to a full endpoint with the corrected result, to a thin one without, signed like any delivery (HOOK-24)", async () => {
    const { runId } = await setUp("per_correction");
    const { secret } = await scene.endpoint({ url: to("full"), events: ["run.superseded"] });
    await scene.endpoint({ url: to("thin"), events: ["run.superseded"], payloadMode: "thin" });
    await scene.endpoint({ url: to("deaf"), events: ["run.completed"] });
    const first = await correct(runId, { headline: "right" }, [{ rank: 1 }]);
    await waitFor(() => receivedAt("full").length === 1 && receivedAt("thin").length === 1);
    const [full] = receivedAt("full");
    new Webhook(secret).verify(full?.body.toString("utf8") ?? "", full?.headers ?? {});
    expect(full?.headers["webhook-id"]).toBe(correctionEventId(first.correctionId));
    expect(eventIn(full)).toMatchObject({
      id: first.eventId,
      type: "run.superseded",
      data: {
        run: { run_id: runId, status: "completed", output: { headline: "right" }, solutions: [{ rank: 1 }] },
        correction: { correction_id: first.correctionId, carries_output: true },
      },
    });
    const thin = eventIn(receivedAt("thin")[0]);
    expect(ThinRun.strict().parse(thin.data.run)).toEqual(thin.data.run);
    expect(thin.data.correction).toMatchObject({ correction_id: first.correctionId, carries_output: false });
    expect(receivedAt("deaf")).toEqual([]);

    const second = await correct(runId, { headline: "right at last" });
    await waitFor(() => receivedAt("full").length === 2);
    const again = eventIn(receivedAt("full")[1]);
    expect(again).toMatchObject({ id: second.eventId, data: { run: { output: { headline: "right at last" } } } });
    expect(second.eventId).not.toBe(first.eventId);
    // The correction has no solutions, and the original's do not belong to the corrected output.
    expect(again.data.run).not.toHaveProperty("solutions");
  });

  test("never falls back to thin for its size, and a resend is byte-identical (HOOK-24, HOOK-80)", async () => {
    const { runId } = await setUp("per_correction");
    const { endpoint } = await scene.endpoint({ url: to("large"), events: ["run.superseded"] });
    const large = { text: "x".repeat(3 * limits.webhookBodyFullBytes) };
    await correct(runId, large);
    await waitFor(() => receivedAt("large").length === 1);
    const [one] = receivedAt("large");
    expect(one?.headers["x-service-payload-mode"]).toBeUndefined();
    expect(eventIn(one).data).toMatchObject({ run: { output: large }, correction: { carries_output: true } });
    const delivery = await waitFor(async () => {
      const { deliveries } = await listDeliveries(scene.deps, {
        owner: scene.owner,
        endpointId: endpoint.id,
        filter: {},
      });
      return deliveries.find(({ state }) => state === "delivered");
    });
    await resendDelivery(scene.deps, { owner: scene.owner, endpointId: endpoint.id, deliveryId: delivery.id });
    await waitFor(() => receivedAt("large").length === 2);
    expect(receivedAt("large")[1]?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true);
  });
});

describe("a correction in the per-run setup", () => {
  test("is announced once without its result, in both modes, even when the original result is large (HOOK-24)", async () => {
    const { runId } = await setUp("per_run");
    await scene.rows("update run_payloads set output = $2 where run_id = $1", [
      runId,
      JSON.stringify({ text: "x".repeat(3 * limits.webhookBodyFullBytes) }),
    ]);
    await scene.endpoint({ url: to("told"), events: ["run.superseded"] });
    await scene.endpoint({ url: to("told-thin"), events: ["run.superseded"], payloadMode: "thin" });
    const first = await correct(runId, { headline: "right" });
    await waitFor(() => receivedAt("told").length === 1 && receivedAt("told-thin").length === 1);
    const second = await correct(runId, { headline: "right at last" });
    expect([first.eventId, second.eventId]).toEqual([
      runEventId("run.superseded", runId),
      runEventId("run.superseded", runId),
    ]);
    // Events keep their order: one made by the second correction would have arrived before this one.
    await scene.endpoint({ url: to("after"), events: ["run.completed"] });
    await scene.finishRuns(1);
    await waitFor(() => receivedAt("after").length === 1);
    expect(receivedAt("told")).toHaveLength(1);
    const [full] = receivedAt("told");
    expect(full?.headers["x-service-payload-mode"]).toBeUndefined();
    expect(eventIn(full).data.run).toMatchObject({ run_id: runId, engine_version: "1.0" });
    for (const path of ["told", "told-thin"]) {
      const event = eventIn(receivedAt(path)[0]);
      expect(event.data.correction).toMatchObject({ correction_id: first.correctionId, carries_output: false });
      expect(event.data.run).not.toHaveProperty("output");
    }
  });
});
