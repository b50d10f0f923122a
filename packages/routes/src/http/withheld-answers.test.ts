import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Capability } from "@service/contract";
import type { Answer } from "../testing/checked-client.ts";
import { canaries, type GroundedWorld, type Reader, startGroundedWorld } from "../testing/grounded-world.ts";
import { evaluated, startTestEvals } from "../testing/evaluations.ts";

let grounded: GroundedWorld;
let evals: ReturnType<typeof startTestEvals>;
let ana: Reader;
beforeAll(async () => {
  grounded = await startGroundedWorld();
  evals = startTestEvals(grounded.world.api);
  ana = { actor: await grounded.keyWithout(), headers: grounded.as("ana") };
}, 120_000);
afterAll(async () => {
  await evals.stop(2_000);
  await grounded.stop();
});

const formats = ["json", "jsonl", "markdown", "csv", "messages"] as const;

/** An answer of each kind of source: the question, what it says and nothing else does, and a word of that to search by. */
const kinds = {
  records: { question: "What is the harborfact?", says: canaries.records, q: canaries.records, about: true },
  catalog_documents: {
    question: "What is the harborfact?",
    says: canaries.catalog_documents,
    q: canaries.catalog_documents,
    about: true,
  },
  catalog_items: { question: "What is Ohio?", says: "Name: Ohio", q: "Name", about: false },
  run_outputs: {
    question: "What is the harborfact?",
    says: canaries.run_outputs,
    q: canaries.run_outputs,
    about: true,
  },
  graph: { question: "What of the policies?", says: "Label: Family policies", q: "Label", about: false },
} as const;
type Kind = keyof typeof kinds;

/** Who lacks one right that the answer was made with; those who could read the source themselves, with less of it, say so. */
interface Lacking {
  readonly name: string;
  readonly reader: () => Promise<Reader>;
  readonly mayReadItself?: boolean;
}
const without = (capability: Capability): Lacking => ({
  name: `without ${capability}`,
  reader: async () => ({ actor: await grounded.keyWithout(capability), headers: grounded.as("ana") }),
});
const sandboxKey: Lacking = {
  name: "the organization key of a sandbox",
  reader: async () => ({ actor: grounded.world.sandbox, headers: grounded.as("ana") }),
};
const seat = (name: string, who: "bo" | "cy" | "nobody", mayReadItself = false): Lacking => ({
  name,
  mayReadItself,
  reader: async () => ({ actor: await grounded.keyWithout(), headers: grounded.as(who) }),
});
const narrower = seat("another seat that is narrower", "bo");
const denied = seat("a seat that is denied a class more", "cy", true);
const nobody = seat("nobody in a seat", "nobody");
const lacking: Readonly<Record<Kind, readonly Lacking[]>> = {
  records: [without("records:read"), sandboxKey, narrower, denied, nobody],
  catalog_documents: [without("catalog:documents:read"), sandboxKey, narrower, denied, nobody],
  catalog_items: [without("catalog:read")],
  run_outputs: [
    without("runs:read"),
    {
      name: "bound to another engine",
      reader: async () => ({ actor: await grounded.keyBoundTo("second"), headers: grounded.as("ana") }),
    },
    denied,
  ],
  graph: [without("graph:read"), sandboxKey],
};

interface Question {
  readonly kind: Kind;
  readonly at: string;
  readonly list: string;
  readonly turnId: string;
  readonly body: { readonly version: "draft"; readonly text: string };
  readonly annotationIds: readonly string[];
}

async function askQuestion(kind: Kind): Promise<Question> {
  const { world, blue } = grounded;
  const { question, says, about } = kinds[kind];
  const slug = `of-${kind.replaceAll("_", "-")}`;
  const selector = kind === "records" ? { selector: { families: ["accounts"] } } : {};
  await world.instance(slug, { grounding: { sources: [{ kind, ...selector }] } });
  const at = await grounded.begin(slug, about ? { subject: { client_key: blue } } : {});
  const body = { version: "draft", text: question } as const;
  const turn = await ana.actor.post(`${at}/turns`, body, {
    headers: { ...ana.headers, accept: "application/json", "idempotency-key": slug },
  });
  const turnId = String(turn.body["turn_id"]);
  expect(String(turn.body["output"]?.["text"])).toContain(says);
  const annotationIds: string[] = [];
  for (const annotation of [
    { target: { type: "turn", turn_id: turnId }, kind: "correction", corrected_output: `Rather: ${says}` },
    { target: { type: "turn", turn_id: turnId }, kind: "comment", comment: `It says ${says}` },
    { target: { type: "conversation" }, kind: "comment", comment: `All of it says ${says}` },
  ]) {
    const made = await ana.actor.post(`${at}/annotations`, annotation, { headers: ana.headers });
    annotationIds.push(String(made.body["annotation_id"]));
  }
  return { kind, at, list: `/conversation-instances/${slug}/conversations`, turnId, body, annotationIds };
}

/** Every way to an answer that changes nothing. */
const roads: Readonly<Record<string, (question: Question, reader: Reader) => Promise<Answer>>> = {
  "the turn": ({ at, turnId }, { actor, headers }) => actor.get(`${at}/turns/${turnId}`, { headers }),
  "the list of turns": ({ at }, { actor, headers }) => actor.get(`${at}/turns`, { headers, query: { path: "all" } }),
  "the stream": ({ at, turnId }, { actor, headers }) => actor.get(`${at}/turns/${turnId}/stream`, { headers }),
  "the stream from a cursor": ({ at, turnId }, { actor, headers }) =>
    actor.get(`${at}/turns/${turnId}/stream`, { headers: { ...headers, "last-event-id": "1-1" } }),
  "a replay as a stream": ({ at, kind, body }, { actor, headers }) =>
    actor.post(`${at}/turns`, body, { headers: { ...headers, "idempotency-key": `of-${kind.replaceAll("_", "-")}` } }),
  "a replay as JSON": ({ at, kind, body }, { actor, headers }) =>
    actor.post(`${at}/turns`, body, {
      headers: { ...headers, accept: "application/json", "idempotency-key": `of-${kind.replaceAll("_", "-")}` },
    }),
  "the annotations": ({ at }, { actor, headers }) => actor.get(`${at}/annotations`, { headers }),
  "an annotation": ({ at, annotationIds: [id = ""] }, { actor, headers }) =>
    actor.get(`${at}/annotations/${id}`, { headers }),
  "a change of an annotation": async ({ at, annotationIds: [, id = ""] }, { actor, headers }) => {
    const path = `${at}/annotations/${id}`;
    const { body } = await actor.get(path, { headers });
    const match = { "if-match": `"${String(body["revision"])}"` };
    return actor.patch(path, { labels: [`read-${String(body["revision"])}`] }, { headers: { ...headers, ...match } });
  },
  ...Object.fromEntries(
    formats.map((format) => [
      `the export as ${format}`,
      ({ at }: Question, { actor, headers }: Reader) => actor.get(`${at}/export`, { headers, query: { format } }),
    ]),
  ),
};

const search = ({ list, kind }: Question, { actor, headers }: Reader): Promise<Answer> =>
  actor.get(list, { headers, query: { q: kinds[kind].q } });
const found = ({ body }: Answer): number => Number(body["conversations"]?.length);

test.each(["records", "catalog_documents", "catalog_items", "run_outputs", "graph"] as const)(
  "an answer from %s is withheld on every road from whoever lacks a right (GROUND-30, GROUND-60, TURN-50, CONV-43, CONV-60, CONV-72)",
  async (kind) => {
    const { says } = kinds[kind];
    const one = await askQuestion(kind);
    const { pool } = grounded.world.api.deps.db;
    // Who may read it finds it on each of them: a road that shows nothing to anybody would prove nothing.
    for (const [road, take] of Object.entries(roads))
      expect([road, (await take(one, ana)).text]).toEqual([road, expect.stringContaining(says)]);
    expect(found(await search(one, ana))).toBe(1);
    const readers = await Promise.all(lacking[kind].map(async (each) => ({ ...each, who: await each.reader() })));
    for (const { name, who } of readers) {
      for (const [road, take] of Object.entries(roads)) {
        const answer = await take(one, who);
        expect([name, road, answer.status, answer.text.includes(says)]).toEqual([name, road, 200, false]);
      }
      expect([name, found(await search(one, who))]).toEqual([name, 0]);
      const shown = await roads["the turn"]?.(one, who);
      expect(shown?.body["output"]).toEqual({ text: null, json: null, citations: [], method: null, withheld: true });
    }
    await pool.query("delete from turn_frames where turn_id = $1", [one.turnId]);
    const snapshot = async (who: Reader) => (await roads["the stream"]?.(one, who))?.text ?? "";
    expect(await snapshot(ana)).toContain(says);
    for (const { name, who } of readers)
      expect([name, await snapshot(who)]).toEqual([name, expect.not.stringContaining(says)]);
    // A later turn of theirs goes without it.
    for (const { name, who, mayReadItself = false } of readers) {
      const next = await who.actor.post(
        `${one.at}/turns`,
        { version: "draft", text: "And what was that?", parent_turn_id: one.turnId },
        { headers: who.headers },
      );
      expect([name, next.text]).toEqual([name, expect.stringContaining("history_truncated")]);
      if (!mayReadItself) expect([name, next.text]).toEqual([name, expect.not.stringContaining(says)]);
    }
  },
  60_000,
);

test("an answer that broke off is withheld from whoever resumes it with less (GROUND-60, TURN-18)", async () => {
  for (const { name, reader } of lacking.records) {
    const at = await grounded.begin("of-records", { subject: { client_key: grounded.blue } });
    const scenario = { test_scenario: "interrupted", after_chars: 60 };
    const broken = await grounded.ask(at, { text: kinds.records.question, ...scenario });
    expect([broken.status, broken.output.text]).toEqual(["interrupted", expect.stringContaining(canaries.records)]);
    const { actor, headers } = await reader();
    const resumed = await actor.post(`${at}/turns/${broken.turn_id}/resume`, { mode: "continue" }, { headers });
    expect([name, resumed.status, resumed.text]).toEqual([name, 200, expect.not.stringContaining(canaries.records)]);
    expect(resumed.text).toContain("attempt.started");
  }
});

test("what may not be read is not promoted, and what was promoted is shown to whoever may read it (EVAL-57, EVAL-66, GROUND-60)", async () => {
  const { sandbox } = grounded.world;
  const rate = async (kind: Kind) => {
    const slug = `of-${kind.replaceAll("_", "-")}`;
    const { about, question } = kinds[kind];
    const at = await grounded.begin(slug, about ? { subject: { client_key: grounded.blue } } : {});
    const turn = await grounded.ask(at, { text: question });
    const annotation = { target: { type: "turn", turn_id: turn.turn_id }, kind: "rating", rating: "up" };
    const made = await ana.actor.post(`${at}/annotations`, annotation, { headers: ana.headers });
    return `${at}/annotations/${String(made.body["annotation_id"])}/promote`;
  };
  // Scoped keys promote nothing, and an organization key of a sandbox opens no live-only family.
  for (const kind of ["records", "catalog_documents", "graph"] as const) {
    const refused = await sandbox.post(await rate(kind), { key: `of-${kind}` }, { headers: ana.headers });
    expect([kind, refused.status, refused.body["code"]]).toEqual([kind, 422, "annotation_not_promotable"]);
  }
  const promote = await rate("run_outputs");
  const { says } = kinds.run_outputs;
  const promoted = await sandbox.post(promote, { key: "from-a-run" }, { headers: ana.headers });
  expect([promoted.status, promoted.text]).toEqual([201, expect.stringContaining(says)]);
  const instance = "/conversation-instances/of-run-outputs";
  const [first, second] = [await evaluated(sandbox, instance), await evaluated(sandbox, instance)];
  const [one, other] = [first, second].map(({ body }) => `${instance}/eval-runs/${String(body["eval_run_id"])}`);
  const shown = async ({ actor, headers }: Reader) => {
    const paths = [
      `${instance}/eval-scenarios`,
      `${instance}/eval-scenarios/from-a-run`,
      `${one ?? ""}/results`,
      `${other ?? ""}/diff?against=${String(first.body["eval_run_id"])}`,
    ];
    return Promise.all(paths.map(async (path) => (await actor.get(path, { headers })).text.includes(says)));
  };
  expect((await shown({ actor: sandbox, headers: {} })).slice(0, 3)).toEqual([true, true, true]);
  for (const { name, reader } of lacking.run_outputs)
    expect([name, await shown(await reader())]).toEqual([name, [false, false, false, false]]);
});
