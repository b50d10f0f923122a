import * as z from "zod";
import { limits } from "../limits.ts";
import { EvalAssertion, evalSourceKinds } from "./eval-assertions.ts";
import { JsonObject, text } from "./shapes.ts";

/** Keys of scenarios: also a part of their path. */
export const evalScenarioKeyPattern = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
export const evalTagPattern = /^[a-z0-9][a-z0-9_.:-]{0,49}$/;

const Words = () => text(1, limits.evalTurnCharsMax);

export const EvalHistoryEntry = z.strictObject({ role: z.enum(["user", "assistant"]), text: Words() });

/** A passage that stands in for what retrieval would have found. */
export const EvalFixture = z.strictObject({
  source_kind: z.enum(evalSourceKinds),
  ref: JsonObject.meta({ description: "What a citation of it names, as in citations of turns." }),
  title: text(1, 300),
  text: text(1, limits.evalFixtureCharsMax),
});

export const EvalAttachmentFixture = z.strictObject({
  filename: text(1, 255),
  text: text(1, limits.evalFixtureCharsMax),
});

export const EvalTurn = z.strictObject({
  user: Words(),
  attachment_fixtures: z.array(EvalAttachmentFixture).max(10).default([]),
  assertions: z.array(EvalAssertion).max(limits.evalAssertionsPerTurn).default([]),
});

/** What a scenario holds and its revisions keep; the content hash is taken of it (EVAL-2). */
export const EvalScenarioContent = z.strictObject({
  title: text(1, 200),
  tags: z
    .array(z.string().regex(evalTagPattern, "must be a tag of a-z, 0-9 and _ . : -, at most 50 characters"))
    .max(20)
    .default([]),
  required: z.boolean().default(true),
  history: z.array(EvalHistoryEntry).max(limits.evalHistoryMax).default([]),
  turns: z.array(EvalTurn).min(1).max(limits.evalTurnsPerScenario),
  fixtures: z.array(EvalFixture).max(limits.evalFixturesPerScenario).default([]),
  pass_threshold: z.number().default(1).meta({ minimum: 0, maximum: 1 }),
});

export type EvalScenarioContent = z.output<typeof EvalScenarioContent>;
export type EvalTurn = z.output<typeof EvalTurn>;
export type EvalFixture = z.output<typeof EvalFixture>;
