import * as z from "zod";
import { limits } from "../limits.ts";
import { JsonObject, text } from "../resources/shapes.ts";
import { groundingSourceKinds } from "./instance-config.ts";

/** How a turn can end, as a `status` assertion names it. */
export const evalTurnStatuses = ["completed", "incomplete", "failed", "cancelled", "interrupted"] as const;
export type EvalTurnStatus = (typeof evalTurnStatuses)[number];

export const similarityMetrics = ["token_f1", "rouge_l", "levenshtein", "char_ngram", "embedding"] as const;
export type SimilarityMetric = (typeof similarityMetrics)[number];

/** Bounds are judged with the meaning of the scenario: one out of range answers `invalid_eval_scenario` (EVAL-4). */
const Threshold = () => z.number().meta({ minimum: 0, maximum: 1, examples: [0.8] });

const weightMax = 100;
const common = {
  weight: z.number().min(0).max(weightMax).default(1),
  required: z.boolean().default(true),
  negate: z.boolean().default(false),
} as const;

const Exact = z.strictObject({
  type: z.literal("exact"),
  ...common,
  value: text(0, limits.evalReferenceCharsMax).meta({ examples: ["8 to 18"] }),
  normalize: z
    .strictObject({
      case: z.boolean().default(false),
      space: z.boolean().default(false),
      punctuation: z.boolean().default(false),
    })
    .default({ case: false, space: false, punctuation: false }),
});

const values = z.array(text(1, 2_000)).min(1).max(50);
const mode = z.enum(["all", "any"]).default("all");

const Contains = z.strictObject({
  type: z.literal("contains"),
  ...common,
  values,
  mode,
  ignore_case: z.boolean().default(false),
});

const NotContains = z.strictObject({
  type: z.literal("not_contains"),
  ...common,
  values,
  mode,
  ignore_case: z.boolean().default(false),
});

const Regex = z.strictObject({
  type: z.literal("regex"),
  ...common,
  pattern: text(1, 1_000).meta({
    description: "RE2 syntax; found anywhere in the text.",
    examples: ["8 (to|until) 18"],
  }),
  flags: z
    .string()
    .regex(/^(?!.*(.).*\1)[ims]*$/, "must hold each of i, m and s at most once")
    .default("")
    .meta({ examples: ["i"] }),
});

const JsonSchemaAssertion = z.strictObject({
  type: z.literal("json_schema"),
  ...common,
  schema: JsonObject.meta({ description: "JSON Schema 2020-12, `$ref` within the document only." }),
});

const JsonValueAssertion = z.strictObject({
  type: z.literal("json_value"),
  ...common,
  pointer: text(0, 500).meta({ description: "RFC 6901.", examples: ["/premium"] }),
  equals: z.unknown().optional(),
  in: z.array(z.unknown()).min(1).max(50).optional(),
  range: z.strictObject({ min: z.number().optional(), max: z.number().optional() }).optional(),
});

const Similarity = z.strictObject({
  type: z.literal("similarity"),
  ...common,
  reference: text(1, limits.evalReferenceCharsMax).meta({ examples: ["It is open from 8 to 18 on weekdays."] }),
  metric: z.enum(similarityMetrics),
  threshold: Threshold(),
  model: text(1, 64)
    .optional()
    .meta({
      description: "The alias that makes embeddings, `default` when left out; for `embedding` only.",
      examples: ["embeddings"],
    }),
});

const ModelJudge = z.strictObject({
  type: z.literal("model_judge"),
  ...common,
  rubric: text(1, 4_000).meta({ examples: ["Names the hours and the days."] }),
  model: text(1, 64).meta({ description: "The alias that judges.", examples: ["judge"] }),
  threshold: Threshold(),
  repeats: z.union([z.literal(1), z.literal(3)]).default(1),
});

const Cites = z.strictObject({
  type: z.literal("cites"),
  ...common,
  min: z.int().min(1).max(100).default(1),
  kinds: z.array(z.enum(groundingSourceKinds)).min(1).optional(),
  refs: z
    .array(JsonObject)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Each must be met by a citation whose `ref` has these members." }),
});

const Grounded = z.strictObject({
  type: z.literal("grounded"),
  ...common,
  scope: z.enum(["numbers", "dates", "quotes"]),
});

const Refusal = z.strictObject({ type: z.literal("refusal"), ...common, expected: z.boolean() });

const ToolCalled = z.strictObject({
  type: z.literal("tool_called"),
  ...common,
  name: text(1, 64).meta({ examples: ["search_sources"] }),
  times: z.int().min(1).max(100).optional().meta({ description: "Exactly as often; at least once when left out." }),
  input_match: JsonObject.optional().meta({ description: "Members that the input of the call has." }),
});

const Status = z.strictObject({ type: z.literal("status"), ...common, value: z.enum(evalTurnStatuses) });

const MaxLatency = z.strictObject({
  type: z.literal("max_latency_ms"),
  ...common,
  // How long a turn takes depends on the machine: unless asked to, it decides nothing (EVAL-20).
  weight: z.number().min(0).max(weightMax).default(0),
  required: z.boolean().default(false),
  value: z.int().min(1).max(600_000),
});

const MaxOutputChars = z.strictObject({
  type: z.literal("max_output_chars"),
  ...common,
  value: z.int().min(0).max(1_000_000),
});

/** What an answer of a scenario's turn must be like. */
export const EvalAssertion = z
  .discriminatedUnion("type", [
    Exact,
    Contains,
    NotContains,
    Regex,
    JsonSchemaAssertion,
    JsonValueAssertion,
    Similarity,
    ModelJudge,
    Cites,
    Grounded,
    Refusal,
    ToolCalled,
    Status,
    MaxLatency,
    MaxOutputChars,
  ])
  .meta({ id: "EvalAssertion" });

/** An assertion with every default filled in. */
export type EvalAssertion = z.output<typeof EvalAssertion>;
export type EvalAssertionType = EvalAssertion["type"];

/** The assertion of one type. */
export type EvalAssertionOf<T extends EvalAssertionType> = Extract<EvalAssertion, { type: T }>;
