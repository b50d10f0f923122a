import type { Opportunity, OpportunityAnnotation } from "@service/contract";
import { fail, ServiceError } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, objectsIn, parseJsonObject } from "@service/json";
import { type FieldPolicy, type RunSchemas, withholdValues } from "@service/privacy";
import type * as z from "zod";
import { compiledEngine, type ConfigurationDeps } from "../engines/index.ts";
import type { AnnotationRow, OpportunityRow } from "./opportunity.ts";

/** Shown of an opportunity whose schema is not stored: which values are sensitive is then not known (PRIV-18). */
const alwaysShown: ReadonlySet<string> = new Set(["opportunity_id", "kind", "client_key", "policy_key", "line"]);

/**
 * Opportunities as a reader may see them (OPPS-6): under the field policy by the output schema of the release that wrote
 * each of them, as reads of runs.
 * @throws `load_run_failed` when a stored configuration cannot be read.
 */
export async function presentOpportunities(
  deps: ConfigurationDeps,
  policy: FieldPolicy,
  rows: readonly OpportunityRow[],
): Promise<JsonObject[]> {
  const schemas = new Map<string | null, RunSchemas | undefined>();
  const presented: JsonObject[] = [];
  for (const row of rows) {
    const body = parseJsonObject(row.body);
    if (policy.denied.length === 0) {
      presented.push(presentRow(row, body, policy));
      continue;
    }
    const { configHash } = row;
    if (!schemas.has(configHash)) schemas.set(configHash, await schemasOf(deps, configHash));
    presented.push(presentRow(row, visibleBody(schemas.get(configHash), body, policy), policy));
  }
  return presented;
}

function presentRow(row: OpportunityRow, body: JsonObject, policy: FieldPolicy): JsonObject {
  return {
    ...body,
    engine_id: row.engineId,
    run_id: row.runId,
    status: row.status,
    change: row.change,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    ...(row.annotation === null ? {} : { annotation: { ...presentAnnotation(row.annotation, policy) } }),
  } satisfies Partial<Record<keyof z.input<typeof Opportunity>, Json>>;
}

/** Whether a policy denies what people wrote about opportunities, which is of the class `internal` (OPPS-43). */
export function hidesNotes({ denied }: Pick<FieldPolicy, "denied">): boolean {
  return denied.includes("internal");
}

/** An annotation in the contract's form, its note as the reader may see it (OPPS-43). */
export function presentAnnotation({ updated_at, note, ...row }: AnnotationRow, policy: FieldPolicy): JsonObject {
  return {
    ...row,
    note: hidesNotes(policy) ? null : note,
    updated_at: new Date(updated_at).toISOString(),
  } satisfies Record<keyof z.input<typeof OpportunityAnnotation>, Json>;
}

/** One opportunity at a time, so that what is withheld of it does not depend on its neighbours in the page. */
function visibleBody(schemas: RunSchemas | undefined, body: JsonObject, policy: FieldPolicy): JsonObject {
  if (schemas === undefined)
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, alwaysShown.has(name) ? value : null]),
    );
  const { run } = withholdValues(schemas, { output: { opportunities: [body] } }, policy.denied);
  const visible = run.output?.["opportunities"];
  const [only = {}] = objectsIn(visible);
  return only;
}

async function schemasOf(deps: ConfigurationDeps, configHash: string | null): Promise<RunSchemas | undefined> {
  if (configHash === null) return undefined;
  try {
    const { requestSchema: request, responseSchema: response } = await compiledEngine(deps, configHash);
    return { request, response };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "engine_config_hash_unavailable") return undefined;
    throw fail("load_run_failed", { cause: error });
  }
}

let members: ReadonlyMap<string, string> | undefined;

/** The sensitive members of an opportunity with their classes; the same in every release. */
function sensitiveMembers(): ReadonlyMap<string, string> {
  if (members !== undefined) return members;
  const type = findEngineType("opportunity");
  const schema = schemaAt(type.responseSchema(type.effectiveConfig(type.preset())), [
    "properties",
    "output",
    "properties",
    "opportunities",
    "items",
    "properties",
  ]);
  members = new Map(
    Object.entries(schema).flatMap(([name, member]) => {
      const sensitivity = isJsonObject(member) ? member["x-sensitivity"] : undefined;
      return typeof sensitivity === "string" ? [[name, sensitivity] as const] : [];
    }),
  );
  return members;
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonObject {
  let here: Json = schema;
  for (const step of path) here = isJsonObject(here) ? (here[step] ?? null) : null;
  return isJsonObject(here) ? here : {};
}

/** Members of an opportunity that the policy denies. */
export function hiddenMembers({ denied }: Pick<FieldPolicy, "denied">): ReadonlySet<string> {
  const classes = new Set<string>(denied);
  return new Set([...sensitiveMembers()].flatMap(([name, sensitivity]) => (classes.has(sensitivity) ? [name] : [])));
}
