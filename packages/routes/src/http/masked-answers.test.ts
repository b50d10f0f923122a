import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeRunRecords } from "@service/domain/run-records";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import { canaries, type GroundedWorld, type Reader, startGroundedWorld } from "../testing/grounded-world.ts";

let grounded: GroundedWorld;
let ana: Reader;
/** Sees names as initials and no premiums. */
let masked: Reader;
const question = "What is the harborfact?";
const list = "/conversation-instances/of-runs/conversations";

beforeAll(async () => {
  grounded = await startGroundedWorld();
  const { world, book, blue } = grounded;
  const { deps } = world.api;
  const { organizationId } = world.org;
  await setFieldPolicies(deps, testOperator, {
    organizationId,
    file: { policy_key: "masked", denied: [], masks: { name: "initials", premium: "null" } },
  });
  await importSeats(deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "ana", emails: ["ana@agency.example"], scope: "All" },
      { seat_key: "di", emails: ["di@agency.example"], scope: "All", field_policy_key: "masked" },
    ],
  });
  const fields = { client_key: blue, policy_number: "HF10008", premium: 8_437 };
  await book.write({ puts: [{ family: "policies", sourceId: "P2", fields }] });
  await book.serve();
  await readTheBook();
  const key = await grounded.keyWithout();
  ana = { actor: key, headers: grounded.as("ana") };
  masked = { actor: key, headers: { ...grounded.as("ana"), "x-service-acting-email": "di@agency.example" } };
  await world.instance("of-runs", { grounding: { sources: [{ kind: "run_outputs" }] } });
}, 120_000);
afterAll(() => grounded.stop());

/** The run about the client becomes one that has read the book, and names what stands there. */
async function readTheBook(): Promise<void> {
  const { book, blue, world } = grounded;
  const { db } = world.api.deps;
  const { rows } = await db.pool.query<{ id: string }>("select id from runs where subject_key = $1", [blue]);
  const runId = rows[0]?.id ?? "";
  await storeRunRecords(db, runId, {
    organizationId: world.org.organizationId,
    connectionId: book.connectionId,
    viewer: { posture: "off", seatKey: null, scope: "All", lens: null },
    wanted: {
      connectionId: book.connectionId,
      clientKeys: [blue],
      policyKeys: null,
      filter: {},
      families: ["accounts", "policies"],
      peers: [],
    },
  });
  await db.pool.query("update run_records set attempt = 1, snapshot_seq = 2, subject_seq = 2 where run_id = $1", [
    runId,
  ]);
  const headline = `The harborfact is ${canaries.run_outputs} of Blue Harbor, who pays $8,437.`;
  await db.pool.query("update run_payloads set output = $2 where run_id = $1", [
    runId,
    JSON.stringify({ engine_type: "comparison", headline }),
  ]);
}

/** A turn of the reader, with the path of its conversation. */
async function ask({ actor, headers }: Reader): Promise<{ readonly at: string; readonly turnId: string }> {
  const begun = await actor.post(list, { subject: { client_key: grounded.blue } }, { headers });
  const at = `${list}/${String(begun.body["conversation_id"])}`;
  const body = { version: "draft", text: question };
  const turn = await actor.post(`${at}/turns`, body, { headers: { ...headers, accept: "application/json" } });
  return { at, turnId: String(turn.body["turn_id"]) };
}

async function textsOf({ at, turnId }: Awaited<ReturnType<typeof ask>>, { actor, headers }: Reader) {
  const get = async (path: string, query = {}) => (await actor.get(`${at}${path}`, { headers, query })).text;
  return new Map([
    ["the turn with its citations", await get(`/turns/${turnId}`)],
    ["the list of turns", await get("/turns", { path: "all" })],
    ["the stream", await get(`/turns/${turnId}/stream`)],
    ["the conversation", await get("")],
    ...(await Promise.all(
      ["json", "jsonl", "markdown", "csv", "messages"].map(
        async (format) => [`the export as ${format}`, await get("/export", { format })] as const,
      ),
    )),
  ]);
}

test("an answer that cites a run has of the book what its asker sees there, on every road (PRIV-23, GROUND-60)", async () => {
  for (const [road, text] of await textsOf(await ask(masked), masked)) {
    if (road !== "the conversation")
      expect([road, text]).toEqual([road, expect.stringContaining(canaries.run_outputs)]);
    expect([road, text]).toEqual([road, expect.not.stringMatching(/Blue Harbor|8,?437/)]);
  }
});

test("an answer from the same run for somebody who sees more is withheld from them (PRIV-23, GROUND-60)", async () => {
  const turn = await ask(ana);
  expect((await textsOf(turn, ana)).get("the turn with its citations")).toContain("Blue Harbor, who pays $8,437");
  for (const [road, text] of await textsOf(turn, masked))
    expect([road, text]).toEqual([road, expect.not.stringMatching(/Blue Harbor|8,?437/)]);
});
