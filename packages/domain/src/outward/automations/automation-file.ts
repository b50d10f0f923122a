import { engineSlugPattern, environmentSlugPattern, fail, isPlatformEventType, limits } from "@service/contract";
import { checkCondition } from "@service/conditions";
import { type ConfigIssue, isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import * as z from "zod";

import { fixtureEngineSlug } from "../../engines/engines/index.ts";
import { readPin } from "../../runs/runs/index.ts";
import { cronProblem, isTimeZone } from "../../events/schedules/index.ts";
import { filterPaths } from "./filter.ts";
import { checkTemplate } from "./template.ts";

/** What an automation reacts to: events of a type that pass a filter, or the ticks of a schedule. */
export type Trigger =
  | { readonly event_type: string; readonly filter?: Json | undefined }
  | { readonly schedule: string; readonly timezone: string };

/** What it does, once for each of them. */
export type Effect =
  | {
      readonly kind: "run_engine";
      readonly engine_slug: string;
      readonly engine_version?: string | undefined;
      /** Environment of the runs; `live` by default. */
      readonly environment?: string | undefined;
      /** Required by engine types that run for a person, such as matching. */
      readonly acting_principal?: string | undefined;
      readonly input_template: JsonObject;
    }
  | {
      readonly kind: "start_evaluation";
      /** Exactly one of the two. */
      readonly engine_slug?: string | undefined;
      /** Of a conversation instance. */
      readonly instance_slug?: string | undefined;
    }
  | { readonly kind: "emit_event"; readonly type: `custom.${string}`; readonly data: JsonObject }
  | { readonly kind: "deliver_webhook"; readonly endpoint_id: string };

/** An automation as an operator writes it (AUTO-1), with its defaults filled in. */
export interface AutomationFile {
  readonly automation_key: string;
  readonly enabled: boolean;
  readonly trigger: Trigger;
  readonly effect: Effect;
  readonly max_per_hour: number;
  readonly cooldown_s: number;
  readonly dedupe: "per_event";
}

export const effectKinds = ["run_engine", "start_evaluation", "emit_event", "deliver_webhook"] as const;
const automationKeyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** AUTO-1, AUTO-5. */
export const automationBounds = {
  fileBytesMax: limits.jsonBodyBytes,
  maxPerHour: { default: 60, min: 1, max: 3_600 },
  cooldownSeconds: { default: 0, max: 30 * 86_400 },
  perOrganizationMax: 100,
} as const;

const engineSlug = z
  .string()
  .refine((slug) => engineSlugPattern.test(slug) || slug === fixtureEngineSlug, "must be an engine's slug");
const template = z.custom<JsonObject>((value) => isObject(value), "must be an object");

const triggers = {
  event: z.strictObject({
    event_type: z.string().refine(isPlatformEventType, "must be a platform event type or custom.<name>"),
    filter: z.custom<Json>((value) => value !== undefined, "must be a condition").optional(),
  }),
  schedule: z.strictObject({
    schedule: z.string().check((context) => {
      const problem = cronProblem(context.value);
      if (problem !== undefined) context.issues.push({ code: "custom", message: problem, input: context.value });
    }),
    timezone: z.string().refine(isTimeZone, "must be a time zone such as Europe/Berlin or UTC").default("UTC"),
  }),
};

const effects: Readonly<Record<Effect["kind"], z.ZodType<Effect>>> = {
  run_engine: z.strictObject({
    kind: z.literal("run_engine"),
    engine_slug: engineSlug,
    engine_version: z
      .string()
      .refine((text) => readPin(text) !== undefined, "must be major.minor, major.x or draft")
      .optional(),
    environment: z.string().regex(environmentSlugPattern, "must be an environment's slug").optional(),
    acting_principal: z.string().trim().min(1).max(limits.actingPrincipalCharsMax).optional(),
    input_template: template,
  }),
  start_evaluation: z
    .strictObject({
      kind: z.literal("start_evaluation"),
      engine_slug: engineSlug.optional(),
      instance_slug: z.string().regex(engineSlugPattern, "must be the slug of a conversation instance").optional(),
    })
    .refine(
      ({ engine_slug: engine, instance_slug: instance }) => (engine === undefined) !== (instance === undefined),
      "must hold exactly one of engine_slug and instance_slug",
    ),
  emit_event: z.strictObject({
    kind: z.literal("emit_event"),
    type: z.custom<`custom.${string}`>(
      (word) => typeof word === "string" && word.startsWith("custom.") && isPlatformEventType(word),
      "must be custom.<name>, of lower-case letters, digits, full stops, _ and -",
    ),
    data: template,
  }),
  deliver_webhook: z.strictObject({
    kind: z.literal("deliver_webhook"),
    endpoint_id: z.uuid("must be an endpoint's id"),
  }),
};

const frame = z.strictObject({
  automation_key: z.string().regex(automationKeyPattern, "must be 1 to 128 of A-Z a-z 0-9 . _ : -"),
  enabled: z.boolean().default(true),
  trigger: z.unknown().optional(),
  effect: z.unknown().optional(),
  max_per_hour: z
    .int()
    .min(automationBounds.maxPerHour.min)
    .max(automationBounds.maxPerHour.max)
    .default(automationBounds.maxPerHour.default),
  cooldown_s: z
    .int()
    .min(0)
    .max(automationBounds.cooldownSeconds.max)
    .default(automationBounds.cooldownSeconds.default),
  dedupe: z.literal("per_event").default("per_event"),
});

/**
 * Reads an automation from its file.
 *
 * @param text JSON text, at most 256 KiB.
 * @throws `invalid_request` when it is not a JSON object or too large; `validation_error` with the problems as
 *   `{path (JSON Pointer), message}`, at most 50.
 */
export function readAutomationFile(text: string): AutomationFile {
  if (Buffer.byteLength(text, "utf8") > automationBounds.fileBytesMax) {
    throw fail("invalid_request", { message: `The file is larger than ${automationBounds.fileBytesMax} bytes.` });
  }
  const given = jsonIn(text);
  const issues: ConfigIssue[] = [];
  const file = parsed(frame, given, "", issues);
  const trigger = readTrigger(given["trigger"], issues);
  const effect = readEffect(given["effect"], issues);
  if (issues.length > 0 || !file || !trigger || !effect) {
    throw fail("validation_error", { message: "The automation is not valid.", details: issues.slice(0, issuesMax) });
  }
  return { ...file, trigger, effect };
}

const issuesMax = 50;

function jsonIn(text: string): JsonObject {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    // Do not pass on the parser's message: it quotes the file.
    throw fail("invalid_request", { message: "The file is not JSON." });
  }
  if (!isJsonObject(value)) throw fail("invalid_request", { message: "The file is not a JSON object." });
  return value;
}

/** Picks the shape that was meant by the member only it has, so that problems refer to the right one. */
function readTrigger(given: Json | undefined, issues: ConfigIssue[]): Trigger | undefined {
  if (!isJsonObject(given))
    return refused(issues, "/trigger", given === undefined ? "is required" : "must be an object");
  if (Object.hasOwn(given, "schedule")) return parsed(triggers.schedule, given, "/trigger", issues);
  const trigger = parsed(triggers.event, given, "/trigger", issues);
  if (trigger?.filter === undefined) return trigger;
  const problems = checkCondition(trigger.filter, "/trigger/filter", filterPaths);
  issues.push(...problems);
  return problems.length === 0 ? trigger : undefined;
}

function readEffect(given: Json | undefined, issues: ConfigIssue[]): Effect | undefined {
  if (!isJsonObject(given))
    return refused(issues, "/effect", given === undefined ? "is required" : "must be an object");
  const kind = effectKinds.find((word) => word === given["kind"]);
  if (kind === undefined) return refused(issues, "/effect/kind", `must be one of ${effectKinds.join(", ")}`);
  const effect = parsed(effects[kind], given, "/effect", issues);
  if (!effect) return undefined;
  const problems =
    effect.kind === "run_engine"
      ? checkTemplate(effect.input_template, "/effect/input_template")
      : effect.kind === "emit_event"
        ? checkTemplate(effect.data, "/effect/data")
        : [];
  issues.push(...problems);
  return problems.length === 0 ? effect : undefined;
}

function parsed<T>(schema: z.ZodType<T>, given: unknown, pointer: string, issues: ConfigIssue[]): T | undefined {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const at = pointer + issue.path.map((step) => `/${escaped(String(step))}`).join("");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) issues.push({ path: `${at}/${escaped(key)}`, message: "unknown field" });
    } else issues.push({ path: at, message: isMissing(given, issue.path) ? "is required" : issue.message });
  }
  return undefined;
}

function isMissing(given: unknown, path: readonly PropertyKey[]): boolean {
  let value = given;
  for (const step of path) {
    if (!isObject(value)) return false;
    value = Reflect.get(value, step);
  }
  return value === undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(issues: ConfigIssue[], path: string, message: string): undefined {
  issues.push({ path, message });
  return undefined;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Reads a stored effect, which was checked on its way in. @throws Error when the row was altered by hand. */
export function readStoredEffect(text: string): Effect {
  const issues: ConfigIssue[] = [];
  const effect = readEffect(parseJson(text), issues);
  if (!effect) throw new Error(`a stored effect is not valid: ${JSON.stringify(issues)}`);
  return effect;
}
