import type { Opportunity, OpportunityAnnotation } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, objectsIn, parseJsonObject } from "@service/json";
import { type FieldPolicy, hidesAnything, type RecordCopies, type RunSchemas, withholdValues } from "@service/privacy";
import type * as z from "zod";
import type { Deps } from "../../deps.ts";
import { type ConfigurationDeps, readRunSchemas } from "../../engines/engines/index.ts";
import { hiddenFields, hiddenMembersOf, readRecordCopies } from "../records/index.ts";
import type { AnnotationRow, OpportunityRow } from "./opportunity.ts";

/** Shown of an opportunity whose schema is not stored: which values are sensitive is then not known (PRIV-18). */
const alwaysShown: ReadonlySet<string> = new Set(["opportunity_id", "kind", "client_key", "policy_key", "line"]);

/** Families that the engine type reads (REC-70). */
const familiesRead = ["accounts", "policies", "coverages", "claims", "activities", "invoices", "carriers"] as const;

/**
 * Opportunities as a viewer may see them (OPPS-6): under the field policy by the output schema of the release that wrote
 * each of them, as reads of runs, with the copies of what it hides of the book as they are shown there. A few statements for
 * all of them.
 * @throws `load_run_failed` when a stored configuration cannot be read.
 */
export async function presentOpportunities(
  deps: ConfigurationDeps & Pick<Deps, "db">,
  policy: FieldPolicy,
  rows: readonly OpportunityRow[],
): Promise<JsonObject[]> {
  if (!hidesAnything(policy)) return rows.map((row) => presentRow(row, parseJsonObject(row.body), policy, undefined));
  const bodies = rows.map(({ body }) => parseJsonObject(body));
  const copies = await copiesOf(deps, policy, rows, bodies);
  const schemas = new Map<string | null, RunSchemas | undefined>();
  const presented: JsonObject[] = [];
  for (const [index, row] of rows.entries()) {
    const body = bodies[index] ?? {};
    const records = copies[index];
    const { configHash } = row;
    if (policy.denied.length > 0 && !schemas.has(configHash))
      schemas.set(configHash, await readRunSchemas(deps, configHash));
    const visible = visibleBody(body, { policy, schemas: schemas.get(configHash), records });
    presented.push(presentRow(row, visible, policy, records));
  }
  return presented;
}

async function copiesOf(
  deps: Pick<Deps, "db">,
  policy: FieldPolicy,
  rows: readonly OpportunityRow[],
  bodies: readonly JsonObject[],
): Promise<readonly (RecordCopies | undefined)[]> {
  if (!hidesAnything(policy)) return [];
  const results = rows.map(({ connectionId, seq }, index) => {
    const clientKey = bodies[index]?.["client_key"];
    const clientKeys = typeof clientKey === "string" ? [clientKey] : [];
    return { connectionId, seq, families: familiesRead, clientKeys };
  });
  return readRecordCopies(deps, policy, results);
}

function presentRow(
  row: OpportunityRow,
  body: JsonObject,
  policy: FieldPolicy,
  records: RecordCopies | undefined,
): JsonObject {
  return {
    ...body,
    engine_id: row.engineId,
    run_id: row.runId,
    status: row.status,
    change: row.change,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    ...(row.annotation === null ? {} : { annotation: { ...presentAnnotation(row.annotation, policy, records) } }),
  } satisfies Partial<Record<keyof z.input<typeof Opportunity>, Json>>;
}

/** Whether a policy denies what people wrote about opportunities, which is of the class `internal` (OPPS-43). */
export function hidesNotes({ denied }: Pick<FieldPolicy, "denied">): boolean {
  return denied.includes("internal");
}

/**
 * The annotation of an opportunity as the viewer may see it (OPPS-43).
 * @throws the driver's errors.
 */
export async function presentAnnotationTo(
  deps: Pick<Deps, "db">,
  policy: FieldPolicy,
  row: OpportunityRow,
  annotation: AnnotationRow,
): Promise<JsonObject> {
  const [records] = await copiesOf(deps, policy, [row], [parseJsonObject(row.body)]);
  return presentAnnotation(annotation, policy, records);
}

/** An annotation in the contract's form, its note as the viewer may see it (OPPS-43). */
function presentAnnotation(
  { updated_at, note, ...row }: AnnotationRow,
  policy: FieldPolicy,
  records: RecordCopies | undefined,
): JsonObject {
  const isHidden = note === null || hidesNotes(policy);
  return {
    ...row,
    note: isHidden ? null : records === undefined ? note : records.shownText(note),
    updated_at: new Date(updated_at).toISOString(),
  } satisfies Record<keyof z.input<typeof OpportunityAnnotation>, Json>;
}

/** One opportunity at a time, so that what is withheld of it does not depend on its neighbours in the page. */
function visibleBody(
  body: JsonObject,
  {
    policy: { denied },
    schemas,
    records,
  }: {
    readonly policy: FieldPolicy;
    readonly schemas: RunSchemas | undefined;
    readonly records: RecordCopies | undefined;
  },
): JsonObject {
  if (denied.length > 0 && schemas === undefined)
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, alwaysShown.has(name) ? value : null]),
    );
  const { run } = withholdValues({ output: { opportunities: [body] } }, { schemas, denied, records });
  const visible = run.output?.["opportunities"];
  const [only = {}] = objectsIn(visible);
  return only;
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

/** Members of an opportunity that the policy denies, or that copy a field of the book which it hides. */
export function hiddenMembers(policy: FieldPolicy): ReadonlySet<string> {
  const classes = new Set<string>(policy.denied);
  const denied = [...sensitiveMembers()].flatMap(([name, sensitivity]) => (classes.has(sensitivity) ? [name] : []));
  return new Set([...denied, ...hiddenMembersOf(policy).map(({ name }) => name), ...hiddenQuotes(policy)]);
}

/** Fields of the book that members of an opportunity have or that their sentences quote, by member. */
const quotedFields: { readonly [member: string]: readonly (readonly [(typeof familiesRead)[number], string])[] } = {
  title: [
    ["accounts", "name"],
    ["accounts", "dba"],
    ["policies", "line"],
    ["policies", "lines"],
    ["policies", "expires_on"],
    ["coverages", "coverage"],
    ["coverages", "label"],
    ["coverages", "limit"],
  ],
  line: [
    ["policies", "line"],
    ["policies", "lines"],
  ],
  carrier_key: [["policies", "carrier_key"]],
  carrier_name: [
    ["policies", "carrier_name"],
    ["policies", "writing_company"],
    ["carriers", "name"],
  ],
};

function hiddenQuotes(policy: FieldPolicy): readonly string[] {
  return Object.entries(quotedFields).flatMap(([member, fields]) =>
    fields.some(([family, field]) => hiddenFields(policy, family).has(field)) ? [member] : [],
  );
}
