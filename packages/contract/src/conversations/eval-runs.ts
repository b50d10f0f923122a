import * as z from "zod";
import { limits } from "../limits.ts";
import { ConfigHash, EnvironmentSlug, JsonValue, text, Timestamp } from "../resources/shapes.ts";
import { Citation } from "../turns/turn.ts";
import { evalScenarioKeyPattern, evalTagPattern } from "./eval-scenarios.ts";
import { configHashExample } from "../resources/examples.ts";
import { InstanceParams } from "./instances.ts";

export const evalRunStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type EvalRunStatus = (typeof evalRunStatuses)[number];

/** Statuses of results that are shown: what waits, is under way or was cancelled is not a result. */
export const evalResultStatuses = ["passed", "failed", "errored"] as const;
export type EvalResultStatus = (typeof evalResultStatuses)[number];

export const StartEvalRunRequest = z
  .strictObject({
    target: z
      .union([z.literal("draft"), z.int().min(1)])
      .default("draft")
      .meta({ description: "The draft as it is now, or a release.", examples: ["draft"] }),
    tags: z
      .array(z.string().regex(evalTagPattern, "must be a tag"))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: "Scenarios that have any of these.", examples: [["claims"]] }),
    keys: z
      .array(z.string().regex(evalScenarioKeyPattern, "must be the key of a scenario"))
      .min(1)
      .max(limits.evalRunJobsMax)
      .optional()
      .meta({ description: "Scenarios of these keys.", examples: [["claims-hours"]] }),
    trials: z.int().min(1).max(limits.evalTrialsMax).optional().meta({
      description: "How often each scenario is answered; as the gate of the instance asks when left out.",
    }),
    label: text(1, 200)
      .optional()
      .meta({ examples: ["Before the spring release"] }),
  })
  .meta({ id: "StartEvalRunRequest", example: { target: "draft" } });

export const EvalRunParams = InstanceParams.extend({
  eval_run_id: z.string().min(1).meta({ example: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }),
});

export const EvalRunAccepted = z
  .object({ eval_run_id: z.uuid(), status: z.enum(evalRunStatuses) })
  .meta({ id: "EvalRunAccepted" });

const Usage = z.object({ input_tokens: z.int(), output_tokens: z.int(), estimated: z.boolean() });

export const EvalRun = z
  .object({
    eval_run_id: z.uuid(),
    status: z.enum(evalRunStatuses),
    outcome: z.enum(["passed", "failed"]).nullable().meta({
      description: "Of a completed run: whether it reaches the gate of the instance by itself, without its baseline.",
    }),
    target: z.union([z.literal("draft"), z.int()]).meta({ examples: ["draft"] }),
    config_hash: ConfigHash,
    scenario_set_hash: ConfigHash,
    scorer_version: z.string().meta({ examples: ["1"] }),
    model: z.string().meta({ description: "The alias of the configuration.", examples: ["embedded"] }),
    trials: z.int(),
    label: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    trigger: z.object({ type: z.enum(["key", "automation"]), id: z.string().meta({ examples: ["key_8f14e45f"] }) }),
    totals: z
      .object({
        scenarios: z.int(),
        passed: z.int(),
        failed: z.int(),
        errored: z.int(),
        flaky: z.int(),
      })
      .nullable()
      .meta({ description: "Null until the run is completed." }),
    pass_rate: z.number().nullable(),
    score_mean: z.number().nullable(),
    usage: Usage.nullable(),
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    created_at: Timestamp,
    environment: EnvironmentSlug,
  })
  .meta({ id: "EvalRun" });

const nextCursor = z
  .string()
  .nullable()
  .meta({ examples: [null] });

export const EvalRunList = z
  .object({ eval_runs: z.array(EvalRun), next_cursor: nextCursor })
  .meta({ id: "EvalRunList" });

export const EvalAssertionResult = z
  .object({
    turn: z.int().meta({ description: "Counted from 0." }),
    type: z.string().meta({ examples: ["contains"] }),
    passed: z.boolean(),
    score: z.number(),
    detail: z
      .string()
      .nullable()
      .meta({ examples: ['missing: "8 to 18"'] }),
    judge: z
      .object({
        model: z.string().meta({ examples: ["judge-1"] }),
        prompt_hash: ConfigHash,
        scores: z.array(z.number()),
      })
      .optional()
      .meta({
        description: "For `model_judge`.",
        examples: [{ model: "judge-1", prompt_hash: configHashExample, scores: [0.9] }],
      }),
  })
  .meta({ id: "EvalAssertionResult" });

/** One trial of one scenario. */
export const EvalResult = z
  .object({
    scenario_key: z.string().meta({ examples: ["claims-hours"] }),
    scenario_revision: z.int(),
    trial: z.int(),
    status: z.enum(evalResultStatuses),
    score: z.number(),
    assertions: z.array(EvalAssertionResult),
    output_text: z
      .string()
      .nullable()
      .meta({ description: "Of the last turn.", examples: ["The claims desk is open from 8 to 18. [1]"] }),
    citations: z.array(Citation),
    latency_ms: z.number().nullable(),
    usage: Usage.nullable(),
    error: z
      .object({
        code: z.string().meta({ examples: ["provider_error"] }),
        reason: z
          .string()
          .nullable()
          .meta({ examples: ["unavailable"] }),
      })
      .nullable()
      .meta({ examples: [null] }),
    withheld: z.boolean().meta({
      description:
        "True where the reader may not read what the answer was made from; text, citations and details are then left out.",
    }),
  })
  .meta({ id: "EvalResult" });

export const EvalResultList = z
  .object({ results: z.array(EvalResult), next_cursor: nextCursor })
  .meta({ id: "EvalResultList" });

const Side = z.object({ status: z.enum(evalResultStatuses), score: z.number() }).nullable();
const Measured = z.object({ passed: z.boolean(), score: z.number() }).nullable();

export const EvalDiff = z
  .object({
    base: z.uuid(),
    head: z.uuid(),
    comparable: z.object({
      same_scenarios: z.boolean(),
      same_scorers: z.boolean(),
      notes: z.array(z.string()).meta({ examples: [[]] }),
    }),
    summary: z.object({
      improved: z.int(),
      regressed: z.int(),
      unchanged: z.int(),
      added: z.int(),
      removed: z.int(),
      changed_revision: z.int(),
      flaky: z.int(),
    }),
    significance: z.object({
      discordant: z.int().meta({ description: "Scenarios that improved or regressed." }),
      p_value: z.number().meta({ description: "Of the exact two-sided sign test." }),
    }),
    config_patch: z
      .array(
        z.object({
          op: z.string().meta({ examples: ["replace"] }),
          path: z.string().meta({ examples: ["/instructions"] }),
          value: JsonValue.optional(),
        }),
      )
      .meta({ description: "RFC 6902.", examples: [[{ op: "replace", path: "/instructions", value: "Be brief." }]] }),
    scenarios: z.array(
      z.object({
        key: z.string().meta({ examples: ["claims-hours"] }),
        change: z.enum(["improved", "regressed", "unchanged", "added", "removed", "changed_revision"]),
        flaky: z.boolean(),
        base: Side,
        head: Side,
        assertion_changes: z.array(
          z.object({
            turn: z.int(),
            index: z.int(),
            type: z.string().meta({ examples: ["contains"] }),
            base: Measured,
            head: Measured,
          }),
        ),
        text_diff: z
          .array(z.object({ op: z.enum(["keep", "remove", "add"]), text: z.string().meta({ examples: ["8 to 18"] }) }))
          .nullable()
          .meta({ description: "By words; null when equal, or withheld.", examples: [null] }),
        latency_delta_ms: z.number().nullable(),
      }),
    ),
    next_cursor: nextCursor,
  })
  .meta({ id: "EvalDiff" });
