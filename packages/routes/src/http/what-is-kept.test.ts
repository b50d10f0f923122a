import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { purgeConversations } from "@service/domain/conversations";
import { removeUnusedBlobs, startExtraction } from "@service/domain/documents";
import { setOrganization } from "@service/domain/organizations";
import { createLogger } from "@service/runtime";
import { startReceiver, startModelVendor, testOperator, textEvent, type VendorAnswer, waitFor } from "@service/testing";
import { tablesHolding } from "../testing/tables-holding.ts";
import { startTurnWorld, turnConfig, type TurnWorld } from "../testing/turn-world.ts";
import { evaluated, startTestEvals } from "../testing/evaluations.ts";
import { registerTestModel, registerTestManifest } from "@service/domain/testing";

let world: TurnWorld;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLogger({ process: "test", level: "debug", destination: { write: (line) => lines.push(line) } });
  world = await startTurnWorld({ hasFiles: true, log });
});
afterAll(() => world.stop());

const instance = "/conversation-instances/kept";
const word = "PLANTEDWORD";

async function answerFromAttachment(conversation: string): Promise<void> {
  const { sandbox } = world;
  const form = new FormData();
  form.set("file", new File([`The harborfact is ${word} of ${conversation}.`], `${word}.txt`, { type: "text/plain" }));
  const request = new Request("http://form", { method: "POST", body: form });
  const sent = await sandbox.post(`${conversation}/attachments`, Buffer.from(await request.arrayBuffer()), {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
  const file = `${conversation}/attachments/${String(sent.body["attachment_id"])}`;
  await waitFor(async () => String((await sandbox.get(file)).body["status"]) === "ready", { what: "the text" });
  const turn = await sandbox.post(
    `${conversation}/turns`,
    {
      text: `What is the harborfact ${word}?`,
      version: "draft",
      attachment_ids: [String(sent.body["attachment_id"])],
      metadata: { note: word },
    },
    { headers: { accept: "application/json", "idempotency-key": word } },
  );
  expect(String(turn.body["output"]?.["text"])).toContain(word);
  const target = { type: "turn", turn_id: String(turn.body["turn_id"]) };
  const correction = { target, kind: "correction", corrected_output: word, comment: word, labels: [word] };
  const annotation = await sandbox.post(`${conversation}/annotations`, correction);
  const promoted = await sandbox.post(
    `${conversation}/annotations/${String(annotation.body["annotation_id"])}/promote`,
    { key: `of-${conversation.slice(-12)}` },
  );
  expect(promoted.status).toBe(201);
}

test("the words of a deleted conversation are in no row, frame and file; with erase_derived in no scenario and result either (CONV-28, EVAL-56)", async () => {
  const { api, sandbox, org } = world;
  const { db, log, files } = api.deps;
  if (files === undefined) throw new Error("no store");
  const extraction = startExtraction(
    { db, log, files, scanner: undefined },
    { slots: 1, pollMs: { least: 20, most: 50 } },
  );
  const evals = startTestEvals(api);
  await world.instance("kept", {
    ...turnConfig,
    attachments: { enabled: true },
    grounding: { sources: [{ kind: "attachments" }] },
    variables: [{ key: "topic", type: "string" }],
  });
  try {
    for (const erases of [false, true]) {
      const begun = await sandbox.post(
        `${instance}/conversations`,
        {
          title: word,
          metadata: { note: word },
          variables: { topic: word },
          seed: [{ role: "user", text: word }],
        },
        { headers: { "idempotency-key": `${word}-${String(erases)}` } },
      );
      const conversation = `${instance}/conversations/${String(begun.body["conversation_id"])}`;
      await answerFromAttachment(conversation);
      await evaluated(sandbox, instance);
      const { rows } = await db.pool.query<{ sha256: string }>({ text: "select sha256 from blobs", values: [] });
      const before = await tablesHolding(db, word);
      expect(before).toEqual(expect.arrayContaining(["conversations", "turns", "eval_results"]));
      expect(before.some((table) => table.startsWith("turn_frames"))).toBe(true);
      expect((await sandbox.delete(conversation, { query: { erase_derived: String(erases) } })).status).toBe(204);
      await purgeConversations(db, { rowsMax: 100 });
      await removeUnusedBlobs({ db, files }, { blobsMax: 100 });
      const left = await tablesHolding(db, word);
      if (erases) expect(left).toEqual([]);
      for (const { sha256 } of rows)
        expect(await files.head({ organizationId: org.organizationId, sha256 })).toBeUndefined();
      if (!erases) {
        // What was promoted stays until it is retired by hand; here it makes room for the second half.
        expect(left.toSorted()).toEqual(["eval_results", "eval_scenario_revisions"]);
        await db.pool.query("truncate eval_results, eval_scenario_revisions, eval_scenarios, eval_runs cascade");
      }
    }
    expect(lines.filter((line) => line.includes(word))).toEqual([]);
  } finally {
    await evals.stop(1_000);
    await extraction.stop(0);
  }
});

test("what a provider writes in its errors, and the key that it is called with, stand nowhere; a redirect gets no key (MODEL-51, MODEL-54)", async () => {
  const { deps } = world.api;
  const canary = "sk-canary-51f2";
  const ownKey = "sk-own-key-77ab";
  const elsewhere = await startReceiver();
  for (const format of ["openai_compatible", "anthropic"] as const) {
    const vendor = await startModelVendor(format);
    const alias = `leaky-${format.replaceAll("_", "-")}`;
    await registerTestModel(deps, {
      alias,
      provider: format,
      baseUrl: vendor.baseUrl,
      more: { model: "m-1", api_key: ownKey },
    });
    await setOrganization(deps, testOperator, world.org.organizationId, { models: [alias] });
    const manifest = await registerTestManifest(deps, {
      name: alias,
      destinations: [format],
      parts: ["instructions", "input"],
    });
    await world.instance(alias, {
      ...turnConfig,
      egress_manifest_version: manifest,
      model: { alias, max_output_tokens: 100 },
    });
    const body = JSON.stringify({ type: "error", error: { type: canary, code: canary, message: `bad key ${canary}` } });
    const answers: readonly VendorAnswer[] = [
      { status: 401, body, headers: { "x-note": canary, "www-authenticate": canary } },
      { status: 400, body },
      { status: 500, body },
      { status: 307, headers: { location: `http://127.0.0.1:${elsewhere.port}/${canary}` } },
      { events: [`data: {"error": "${canary}`], ending: "end" },
      { events: [textEvent(format, "Half"), `event: error\ndata: ${body}\n\n`], ending: "end" },
    ];
    for (const answer of answers) {
      vendor.answer(answer);
      const at = await world.conversation({ slug: alias });
      const stream = await world.ask(at);
      const exported = await world.sandbox.get(at.path.replace(/turns$/, "export"));
      expect(stream.text).toContain("provider_error");
      for (const secret of [canary, ownKey])
        expect([format, stream.text.includes(secret), exported.text.includes(secret)]).toEqual([format, false, false]);
    }
    await vendor.stop();
  }
  expect(elsewhere.received).toEqual([]);
  await elsewhere.stop();
  for (const secret of [canary, ownKey]) {
    expect(await tablesHolding(deps.db, secret)).toEqual([]);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
});
