import * as z from "zod";
import { limits } from "../limits.ts";
import { EvalAssertion } from "./eval-assertions.ts";
import { groundingSourceKinds } from "./instance-config.ts";
import { InstanceParams } from "./instances.ts";
import { ConfigHash, JsonObject, text, Timestamp } from "../resources/shapes.ts";

/** Keys of scenarios: also a part of their path. */
export const evalScenarioKeyPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
export const evalTagPattern = /^[a-z0-9][a-z0-9_.:-]{0,49}$/;

const Words = () => text(1, limits.evalTurnCharsMax).meta({ examples: ["When is the claims desk open?"] });

const EvalHistoryEntry = z.strictObject({ role: z.enum(["user", "assistant"]), text: Words() });

const FixtureText = () =>
  text(1, limits.evalFixtureCharsMax).meta({ examples: ["The claims desk is open from 8 to 18 on weekdays."] });

/** A passage that stands in for what retrieval would have found. */
export const EvalFixture = z.strictObject({
  source_kind: z.enum(groundingSourceKinds),
  ref: JsonObject.meta({ description: "What a citation of it names, as in citations of turns." }),
  title: text(1, 300).meta({ examples: ["Claims desk"] }),
  text: FixtureText(),
});

const EvalAttachmentFixture = z.strictObject({
  filename: text(1, 255).meta({ examples: ["hours.txt"] }),
  text: FixtureText(),
});

export const EvalTurn = z.strictObject({
  user: Words(),
  attachment_fixtures: z.array(EvalAttachmentFixture).max(10).default([]),
  assertions: z.array(EvalAssertion).max(limits.evalAssertionsPerTurn).default([]),
});

const content = {
  title: text(1, 200).meta({ examples: ["Knows when the claims desk is open"] }),
  tags: z
    .array(z.string().regex(evalTagPattern, "must be a tag of a-z, 0-9 and _ . : -, at most 50 characters"))
    .max(20)
    .default([]),
  required: z.boolean().default(true),
  history: z.array(EvalHistoryEntry).max(limits.evalHistoryMax).default([]),
  turns: z.array(EvalTurn).min(1).max(limits.evalTurnsPerScenario),
  fixtures: z.array(EvalFixture).max(limits.evalFixturesPerScenario).default([]),
  pass_threshold: z.number().default(1).meta({ minimum: 0, maximum: 1 }),
} as const;

/** What a scenario holds and its revisions keep; the content hash is taken of it (EVAL-2). */
export const EvalScenarioContent = z.strictObject(content);

export type EvalScenarioContent = z.output<typeof EvalScenarioContent>;
export type EvalTurn = z.output<typeof EvalTurn>;
export type EvalFixture = z.output<typeof EvalFixture>;

export const evalScenarioStatuses = ["active", "retired"] as const;
export type EvalScenarioStatus = (typeof evalScenarioStatuses)[number];

const Key = z
  .string()
  .regex(evalScenarioKeyPattern, "must be 1 to 64 of a-z, 0-9, - and _, beginning and ending with a letter or digit")
  .meta({ examples: ["asks-back-on-two-clients"] });

const example = {
  key: "claims-hours",
  title: "Knows when the claims desk is open",
  turns: [{ user: "When is the claims desk open?", assertions: [{ type: "contains", values: ["8 to 18"] }] }],
};

export const CreateEvalScenarioRequest = z
  .strictObject({ key: Key, ...content })
  .meta({ id: "CreateEvalScenarioRequest", example });

/** Members that are left out stay as they are. */
export const UpdateEvalScenarioRequest = z
  .strictObject({
    title: content.title.optional(),
    tags: content.tags.unwrap().optional(),
    required: content.required.unwrap().optional(),
    history: content.history.unwrap().optional(),
    turns: content.turns.optional(),
    fixtures: content.fixtures.unwrap().optional(),
    pass_threshold: content.pass_threshold.unwrap().optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "must hold at least one member")
  .meta({ id: "UpdateEvalScenarioRequest", example: { required: false } });

export const RetireEvalScenarioRequest = z
  .strictObject({
    reason: text(0, limits.cancelReasonCharsMax)
      .optional()
      .meta({ examples: ["Covered by another scenario"] }),
  })
  .meta({ id: "RetireEvalScenarioRequest", example: { reason: "Covered by another scenario" } });

export const PromoteAnnotationRequest = z
  .strictObject({
    key: Key,
    title: content.title.optional(),
    tags: content.tags,
    required: content.required,
    assertions: EvalTurn.shape.assertions
      .unwrap()
      .min(1)
      .optional()
      .meta({ description: "Left out: similarity to the correction, or to an answer that was rated up." }),
    freeze_grounding: z
      .boolean()
      .default(true)
      .meta({ description: "Keeps the passages that the turn was answered from as fixtures." }),
  })
  .meta({ id: "PromoteAnnotationRequest", example: { key: "renewal-names-carrier" } });

export const EvalScenarioParams = InstanceParams.extend({
  scenario_key: z.string().min(1).meta({ example: "claims-hours" }),
});

/** A scenario at one revision. */
export const EvalScenario = z
  .object({
    id: z.uuid(),
    key: Key,
    title: z.string().meta({ examples: [example.title] }),
    revision: z.int().min(1).meta({ description: "Send it in `If-Match`, in quotes, to change it." }),
    status: z.enum(evalScenarioStatuses),
    tags: z.array(z.string()).meta({ examples: [["claims"]] }),
    required: z.boolean(),
    history: z.array(EvalHistoryEntry).meta({ examples: [[]] }),
    turns: z.array(EvalTurn).meta({ examples: [example.turns.map((turn) => EvalTurn.parse(turn))] }),
    fixtures: z.array(EvalFixture).meta({ examples: [[]] }),
    pass_threshold: z.number(),
    source: z
      .object({ annotation_id: z.uuid(), turn_id: z.uuid(), environment: z.string().meta({ examples: ["live"] }) })
      .nullable()
      .meta({ description: "Where it was promoted from.", examples: [null] }),
    withheld: z.boolean().meta({
      description:
        "True where the reader may not read what the promoted answer was made from; history, turns and fixtures are then empty.",
    }),
    retired_reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    content_hash: ConfigHash,
    created_at: Timestamp,
    updated_at: Timestamp.meta({ description: "When this revision was written." }),
  })
  .meta({ id: "EvalScenario" });

export const EvalScenarioList = z
  .object({
    eval_scenarios: z.array(EvalScenario),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "EvalScenarioList" });
