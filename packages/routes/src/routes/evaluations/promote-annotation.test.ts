import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Answer } from "../../testing/checked-client.ts";
import { hoursQuestion, startTurnWorld, type TestConversation, type TurnWorld } from "../../testing/turn-world.ts";
import { evaluated, codesOf, startTestEvals } from "../../testing/evaluations.ts";

let world: TurnWorld;
let work: ReturnType<typeof startTestEvals>;
beforeAll(async () => {
  world = await startTurnWorld();
  work = startTestEvals(world.api);
});
afterAll(async () => {
  await work.stop(2_000);
  await world.stop();
});

const desk = "/conversation-instances/desk";
const annotationsOf = ({ path }: TestConversation): string => path.replace(/\/turns$/, "/annotations");
const annotate = async (at: TestConversation, body: object): Promise<string> => {
  const answer = await world.sandbox.post(annotationsOf(at), body);
  if (answer.status !== 201) throw new Error(answer.text);
  return `${annotationsOf(at)}/${String(answer.body["annotation_id"])}`;
};
const promote = (annotation: string, body: object): Promise<Answer> =>
  world.sandbox.post(`${annotation}/promote`, body);

test("a thumbs-up becomes a scenario with question, history and passages, once (EVAL-53, EVAL-54)", async () => {
  const at = await world.conversation();
  const hello = await world.turn(at, { text: "Hello" });
  const turn = await world.turn(at);
  const target = { type: "turn", turn_id: turn.turn_id };
  const annotation = await annotate(at, { target, kind: "rating", rating: "up" });
  const promoted = await promote(annotation, { key: "hours", tags: ["claims"] });
  expect(promoted.status).toBe(201);
  expect(promoted.body).toMatchObject({
    key: "hours",
    title: hoursQuestion,
    tags: ["claims"],
    history: [
      { role: "user", text: "Hello" },
      { role: "assistant", text: hello.output.text },
    ],
    turns: [
      {
        user: hoursQuestion,
        assertions: [{ type: "similarity", metric: "token_f1", threshold: 0.8, reference: turn.output.text }],
      },
    ],
    fixtures: expect.arrayContaining([expect.objectContaining({ source_kind: "knowledge" })]),
    source: { turn_id: turn.turn_id, environment: "sandbox" },
    withheld: false,
  });
  const again = await promote(annotation, { key: "another" });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(promoted.body);
  expect((await world.sandbox.get(annotation)).body["promoted_scenario_key"]).toBe("hours");
  const run = await evaluated(world.sandbox, desk, { keys: ["hours"] });
  expect(run.body).toMatchObject({ outcome: "passed", environment: "sandbox" });
});

test("promoting twice at once makes one scenario (EVAL-54)", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at);
  const annotation = await annotate(at, {
    target: { type: "turn", turn_id: turn.turn_id },
    kind: "correction",
    corrected_output: "From 8 to 18.",
  });
  const answers = await Promise.all([1, 2, 3].map((n) => promote(annotation, { key: `raced-${n}` })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body["key"])).size).toBe(1);
  expect(answers[0]?.body["turns"]).toMatchObject([{ assertions: [{ reference: "From 8 to 18." }] }]);
});

test("a comment alone needs assertions; grounding may be left to live reading (EVAL-53)", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at);
  const annotation = await annotate(at, {
    target: { type: "turn", turn_id: turn.turn_id },
    kind: "comment",
    comment: "Too long.",
  });
  expect(codesOf(await promote(annotation, { key: "long" }))).toEqual([422, "annotation_not_promotable"]);
  const assertions = [{ type: "max_output_chars", value: 1_000 }];
  const promoted = await promote(annotation, { key: "long", assertions, freeze_grounding: false });
  expect(promoted.status).toBe(201);
  expect(promoted.body).toMatchObject({ fixtures: [], turns: [{ assertions }] });
  const other = await annotate(at, { target: { type: "turn", turn_id: turn.turn_id }, kind: "comment", comment: "?" });
  expect(codesOf(await promote(other, { key: "long", assertions }))).toEqual([409, "eval_scenario_key_conflict"]);
  const bad = [{ type: "regex", pattern: "(" }];
  expect(codesOf(await promote(other, { key: "bad", assertions: bad }))).toEqual([422, "invalid_eval_scenario"]);
});

test("an annotation of a whole conversation, or one that is not there, is not promoted (EVAL-53)", async () => {
  const at = await world.conversation();
  await world.turn(at);
  const whole = await annotate(at, { target: { type: "conversation" }, kind: "comment", comment: "Fine." });
  expect(codesOf(await promote(whole, { key: "whole" }))).toEqual([422, "annotation_not_promotable"]);
  expect(codesOf(await promote(`${annotationsOf(at)}/nobody`, { key: "x" }))).toEqual([404, "annotation_not_found"]);
  const elsewhere = whole.replace(/conversations\/[^/]+/, "conversations/5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11");
  expect(codesOf(await promote(elsewhere, { key: "x" }))).toEqual([404, "conversation_not_found"]);
  // Another environment of the organization.
  expect(codesOf(await world.org.organization.post(`${whole}/promote`, { key: "x" }))).toEqual([
    404,
    "conversation_not_found",
  ]);
});

test("a branch is promoted with its own history; a turn that was not answered needs a correction (EVAL-53)", async () => {
  const at = await world.conversation();
  const first = await world.turn(at, { text: "Hello" });
  await world.turn(at, { text: "What does a certificate cost?" });
  const again = await world.turn(at, { parent_turn_id: first.turn_id });
  const target = { type: "turn", turn_id: again.turn_id };
  const promoted = await promote(await annotate(at, { target, kind: "rating", rating: "up" }), { key: "branch" });
  expect(promoted.body["history"]).toEqual([
    { role: "user", text: "Hello" },
    { role: "assistant", text: first.output.text },
  ]);
  const run = await evaluated(world.sandbox, desk, { keys: ["branch"] });
  expect(run.body).toMatchObject({ outcome: "passed" });

  const failed = await world.turn(at, { test_scenario: "provider_error:overloaded" });
  expect(failed).toMatchObject({ status: "failed", output: { text: "" } });
  const without = { type: "turn", turn_id: failed.turn_id };
  const assertions = [{ type: "contains", values: ["18"] }];
  const comment = await annotate(at, { target: without, kind: "comment", comment: "No answer." });
  expect(codesOf(await promote(comment, { key: "none", assertions }))).toEqual([422, "annotation_not_promotable"]);
  const correction = { target: without, kind: "correction", corrected_output: "From 8 to 18." };
  expect((await promote(await annotate(at, correction), { key: "none", assertions })).status).toBe(201);
});

test("an answer that was looked up is frozen as what it found, and passes under the same configuration (EVAL-53)", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at);
  const found =
    "As of November 1, 2026, the total premium of 9 policies in force of Harbor Cafe LLC is $39,347.12 [1].";
  const ref = { connection_id: "c1", family: "policies", where: { client_key: "k1" }, count: 9 };
  const cited = { n: 1, source: { kind: "records", ref, title: "Policies", locator: null }, quote: "9", span: null };
  await world.api.deps.db.pool.query(
    "update turns set method = 'lookup', input_text = $2, output_text = $3, citations = $4 where id = $1",
    [turn.turn_id, "How much do they pay us in total?", found, JSON.stringify([cited])],
  );
  const target = { type: "turn", turn_id: turn.turn_id };
  const annotation = await annotate(at, { target, kind: "rating", rating: "up" });
  const promoted = await promote(annotation, { key: "looked-up" });
  expect(promoted.body).toMatchObject({
    fixtures: [{ source_kind: "records", ref, text: found.replace(" [1]", "") }],
  });
  const run = await evaluated(world.sandbox, desk, { keys: ["looked-up"] });
  expect(run.body).toMatchObject({ outcome: "passed" });
});

test("whoever may not read what the answer was made from is shown neither scenario nor result (EVAL-57, EVAL-66)", async () => {
  const at = await world.conversation();
  const turn = await world.turn(at);
  const evidence = (
    await world.api.deps.db.pool.query<{ evidence: string }>("select evidence from turns where id = $1", [turn.turn_id])
  ).rows[0]?.evidence;
  const needed = { ...JSON.parse(evidence ?? "{}"), capabilities: ["records:read"] };
  await world.api.deps.db.pool.query("update turns set evidence = $2 where id = $1", [
    turn.turn_id,
    JSON.stringify(needed),
  ]);
  const annotation = await annotate(at, {
    target: { type: "turn", turn_id: turn.turn_id },
    kind: "correction",
    corrected_output: "From 8 to 18.",
  });
  // An organization key of a sandbox reads no live-only family.
  expect(codesOf(await promote(annotation, { key: "guarded" }))).toEqual([422, "annotation_not_promotable"]);
  await world.api.deps.db.pool.query("update turns set evidence = $2 where id = $1", [turn.turn_id, evidence]);
  expect((await promote(annotation, { key: "guarded" })).status).toBe(201);
  await world.api.deps.db.pool.query(
    `update eval_scenario_revisions r set body = jsonb_set(body::jsonb, '{evidence}', to_jsonb($1::text))::text
     from eval_scenarios s where s.id = r.scenario_id and s.key = 'guarded'`,
    [JSON.stringify(needed)],
  );
  const hidden = await world.sandbox.get(`${desk}/eval-scenarios/guarded`);
  expect(hidden.body).toMatchObject({ withheld: true, history: [], turns: [], fixtures: [], key: "guarded" });
  expect(hidden.text).not.toContain("8 to 18");
  // Assertions of their own would read it letter by letter.
  const guess = { turns: [{ user: hoursQuestion, assertions: [{ type: "regex", pattern: "^The" }] }] };
  const guessing = await world.sandbox.patch(`${desk}/eval-scenarios/guarded`, guess, {
    headers: { "if-match": '"1"' },
  });
  expect(codesOf(guessing)).toEqual([403, "insufficient_capability"]);
  const shown = await world.org.organization.get(`${desk}/eval-scenarios/guarded`);
  expect(shown.body).toMatchObject({ withheld: false, turns: [{ user: hoursQuestion }] });
  const run = await evaluated(world.org.organization, desk, { keys: ["guarded"] });
  const results = `${desk}/eval-runs/${String(run.body["eval_run_id"])}/results`;
  expect((await world.org.organization.get(results)).body["results"]).toMatchObject([{ withheld: false }]);
  const scoped = await world.org.scoped(["conversations:use"]);
  const withheld = await scoped.get(results);
  expect(withheld.body["results"]).toMatchObject([
    { withheld: true, output_text: null, citations: [], assertions: [] },
  ]);
  expect(withheld.text).not.toContain("8 to 18");
});
