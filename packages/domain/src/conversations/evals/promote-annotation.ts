import { EvalAssertion, EvalFixture, EvalScenarioContent, fail, limits, uuidPattern } from "@service/contract";
import { isUniqueViolation, type Querying, statement, type Transaction } from "@service/db";
import { clipped, cut, isJsonArray, parseJson } from "@service/json";
import * as z from "zod";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { requireInstance } from "../conversations/index.ts";
import { answerShownTo, joinedEvidence, noEvidence, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { assertScenario, type ScenarioDeps } from "./check-scenario-content.ts";
import { insertScenario } from "./create-scenario.ts";
import { requireScenario, type ScenarioRow } from "./scenario.ts";

/** What a promotion is asked for. */
export interface PromotionRequest {
  readonly slug: string;
  readonly conversationId: string;
  readonly annotationId: string;
  readonly key: string;
  readonly title: string | undefined;
  readonly tags: readonly string[];
  readonly isRequired: boolean;
  readonly assertions: readonly EvalAssertion[] | undefined;
  readonly freezesGrounding: boolean;
}

/** A conversation that the caller does not see gives no row; one without the annotation an empty one. */
const readAnnotation = statement(
  "conversation_annotations_read_to_promote",
  `select a.id, a.turn_id as "turnId", a.rating, a.corrected_output as "correctedOutput", c.seed,
     c.environment_slug as "environment"
   from conversations c left join conversation_annotations a on a.conversation_id = c.id and a.id = @annotation_id
   where c.organization_id = @organization_id and c.environment_id = @environment_id and c.instance_id = @instance_id
     and c.id = @conversation_id and c.deleted_at is null
     and (@principal::text is null or c.owner_principal = @principal::text)`,
).narrowed<{
  readonly id: string | null;
  readonly turnId: string | null;
  readonly rating: string | null;
  readonly correctedOutput: string | null;
}>();

/** The path from the beginning to the turn, the turn last. */
const readPath = statement(
  "turns_read_path_to_promote",
  `with recursive path as (
     select t.*, 1 as depth from turns t where t.id = $1 and t.conversation_id = $2
     union all
     select t.*, p.depth + 1 from turns t join path p on t.id = p.parent_turn_id and t.conversation_id = $2
     where p.depth < $3::int
   )
   select input_text as "inputText", output_text as "outputText", evidence, passages, method::text as method, citations, depth
   from path order by depth desc`,
).narrowed<{
  readonly inputText: string;
  readonly outputText: string | null;
  readonly evidence: string | null;
  readonly passages: string | null;
  readonly method: string | null;
  readonly depth: number;
}>();

const readPromoted = statement(
  "eval_scenarios_read_promoted",
  "select key from eval_scenarios where organization_id = $1 and instance_id = $2 and annotation_id = $3",
);

const notePromotion = statement(
  "conversation_annotations_note_promotion",
  "update conversation_annotations set promoted_scenario_key = $2 where id = $1",
);

const StoredPassages = z.array(
  z.object({
    kind: EvalFixture.shape.source_kind,
    ref: EvalFixture.shape.ref,
    title: z.string(),
    text: z.string(),
  }),
);

const Seed = z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string() }));

/**
 * Makes a scenario of a turn that somebody judged (EVAL-53, EVAL-54): the history before it, its question, and the passages
 * that it was answered from. Promoting the same annotation again gives the scenario that is there.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `annotation_not_found`,
 *   `annotation_not_promotable`, `eval_scenario_key_conflict`, `eval_scenario_limit_reached`, `invalid_eval_scenario`,
 *   `provider_not_configured`.
 */
export async function promoteAnnotation(
  deps: ScenarioDeps,
  caller: Actor & EnvironmentScope,
  viewer: Viewer,
  request: PromotionRequest,
): Promise<{ readonly scenario: ScenarioRow; readonly isNew: boolean }> {
  const instance = await requireInstance(deps, caller, request.slug);
  const found = await readTarget(deps.db.pool, instance.id, viewer, request);
  const promoted = await promotedFrom(deps.db.pool, instance, found.annotationId);
  if (promoted) return { scenario: promoted, isNew: false };
  const drafted = await draftScenario(deps.db.pool, viewer, found, request);
  await assertScenario(deps, caller, drafted.content);
  try {
    return await deps.db.inTransaction(async (tx) => {
      // The lock of the instance decides between two promotions of one annotation.
      await requireInstance(deps, caller, request.slug, tx);
      const existing = await promotedFrom(tx, instance, found.annotationId);
      if (existing) return { scenario: existing, isNew: false };
      const scenario = await insertScenario(tx, caller, {
        instanceId: instance.id,
        action: "conversations.annotations.promote",
        scenario: {
          key: request.key,
          ...drafted,
          source: {
            annotation_id: found.annotationId,
            turn_id: found.turnId,
            environment: found.environment,
          },
          annotation: { id: found.annotationId, conversationId: found.conversationId },
        },
      });
      await tx.query(notePromotion([found.annotationId, request.key]));
      return { scenario, isNew: true };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw fail("eval_scenario_key_conflict", { cause: error });
    throw error;
  }
}

interface Target {
  readonly annotationId: string;
  readonly conversationId: string;
  readonly turnId: string;
  readonly rating: string | null;
  readonly correction: string | null;
  /** JSON text. */
  readonly seed: string;
  readonly environment: string;
}

async function readTarget(
  db: Querying,
  instanceId: string,
  viewer: Viewer,
  { conversationId, annotationId }: PromotionRequest,
): Promise<Target> {
  const { rows } = uuidPattern.test(conversationId)
    ? await db.query(
        readAnnotation({
          organizationId: viewer.organizationId,
          environmentId: viewer.environmentId,
          instanceId,
          conversationId,
          annotationId: uuidPattern.test(annotationId) ? annotationId : null,
          principal: viewer.principal,
        }),
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw fail("conversation_not_found");
  if (row.id === null) throw fail("annotation_not_found");
  // Said of the conversation as a whole: there is no question to ask again.
  if (row.turnId === null) throw fail("annotation_not_promotable");
  const { id, turnId, rating, correctedOutput: correction, seed, environment } = row;
  return { annotationId: id, conversationId, turnId, rating, correction, seed, environment };
}

async function promotedFrom(
  db: Querying,
  instance: { readonly id: string; readonly organizationId: string },
  annotationId: string,
): Promise<ScenarioRow | undefined> {
  const { rows } = await db.query(readPromoted([instance.organizationId, instance.id, annotationId]));
  const [found] = rows;
  return found && requireScenario(db, instance, found.key);
}

/** Whoever may not read the answer promotes nothing of it (EVAL-57). */
async function draftScenario(
  db: Querying | Transaction,
  viewer: Viewer,
  target: Target,
  request: PromotionRequest,
): Promise<{ readonly content: EvalScenarioContent; readonly evidence: string }> {
  const { rows } = await db.query(readPath([target.turnId, target.conversationId, limits.evalHistoryMax]));
  const turn = rows.at(-1);
  if (turn === undefined) throw fail("annotation_not_promotable");
  const before = rows.slice(0, -1);
  const needed = [turn, ...before].map(({ evidence }) => readEvidence(evidence));
  if (!needed.every((evidence) => answerShownTo(viewer, evidence))) throw fail("annotation_not_promotable");
  if (isBlank(turn.outputText) && isBlank(target.correction)) throw fail("annotation_not_promotable");
  const assertions = request.assertions ?? assertionsBy(target, turn.outputText);
  const spoken = before.flatMap(({ inputText, outputText }) => [
    { role: "user" as const, text: inputText },
    ...(outputText === null || outputText === "" ? [] : [{ role: "assistant" as const, text: outputText }]),
  ]);
  const isWhole = rows.length < limits.evalHistoryMax;
  const history = [...(isWhole ? seedOf(target.seed) : []), ...spoken].slice(-limits.evalHistoryMax);
  const content = EvalScenarioContent.safeParse({
    title: request.title ?? clipped(turn.inputText.replaceAll(/\s+/g, " ").trim(), 200),
    tags: request.tags,
    required: request.isRequired,
    history: history.map(({ role, text }) => ({ role, text: cut(text, limits.evalTurnCharsMax) })),
    turns: [{ user: turn.inputText, assertions }],
    fixtures: request.freezesGrounding ? fixturesOf(turn) : [],
  });
  if (!content.success) throw fail("annotation_not_promotable", { cause: content.error });
  return {
    content: content.data,
    evidence: JSON.stringify(joinedEvidence(noEvidence(viewer.organizationId), ...needed)),
  };
}

const similarEnough = 0.8;

/** By a correction, else by an answer that was rated up. @throws `annotation_not_promotable` */
function assertionsBy({ rating, correction }: Target, output: string | null): EvalAssertion[] {
  const reference = correction ?? (rating === "up" ? output : null);
  if (reference === null || isBlank(reference)) throw fail("annotation_not_promotable");
  return [
    EvalAssertion.parse({
      type: "similarity",
      metric: "token_f1",
      threshold: similarEnough,
      reference: cut(reference, limits.evalReferenceCharsMax),
    }),
  ];
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}

/** What a turn was answered from, as far as a scenario holds it: its passages or, of a look-up, what it found. */
function fixturesOf(turn: {
  readonly inputText: string;
  readonly outputText: string | null;
  readonly passages: string | null;
  readonly method: string | null;
  readonly citations: string;
}): z.input<typeof EvalFixture>[] {
  const { passages } = turn;
  if (turn.method === "lookup" && turn.outputText !== null) return [foundFixture(turn, turn.outputText)];
  const stored = passages === null ? [] : parseJson(passages);
  if (!isJsonArray(stored)) return [];
  return StoredPassages.parse(stored)
    .slice(0, limits.evalFixturesPerScenario)
    .map(({ kind, ref, title, text }) => ({
      source_kind: kind,
      ref,
      title: clipped(title, 300) || "Untitled",
      text: cut(text, limits.evalFixtureCharsMax),
    }));
}

const Cited = z.array(
  z.object({ source: z.object({ kind: EvalFixture.shape.source_kind, ref: EvalFixture.shape.ref }) }),
);

/**
 * What a look-up found: no passage was read for it, and rows change. Its sentence stands under the question, so that the
 * scenario quotes it without the book.
 */
function foundFixture(
  { inputText, citations }: { readonly inputText: string; readonly citations: string },
  answer: string,
): z.input<typeof EvalFixture> {
  const [first] = Cited.parse(parseJson(citations));
  const text = answer.replaceAll(/ ?\[\d+\]/g, "").trim();
  return {
    source_kind: first?.source.kind ?? "records",
    ref: first?.source.ref ?? {},
    title: clipped(inputText.replaceAll(/\s+/g, " ").trim(), 300) || "Untitled",
    text: cut(text, limits.evalFixtureCharsMax),
  };
}

function seedOf(seed: string): z.output<typeof Seed> {
  return Seed.parse(parseJson(seed)).filter(({ text }) => text !== "");
}
