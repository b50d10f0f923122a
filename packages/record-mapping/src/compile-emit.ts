import { RuleBudgetExceeded } from "@service/conditions";
import { clipped, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import type { Sensitivity } from "@service/privacy";
import { type FamilyName, familyOf } from "@service/record-families";
import { compileFields } from "./compile-field.ts";
import { type Conventions, readMoment, toAttribute, writeInstant } from "./convert.ts";
import { addFinding, type Draft, quoted, setAttribute, shown } from "./draft.ts";
import type { EmitContext } from "./emit-context.ts";
import { Paths, type ReadId } from "./emit-paths.ts";
import type { MappedRow } from "./mapped-row.ts";
import type { MappingEmit } from "./mapping-schema.ts";
import { type Faults, forEachElement, isPresent, parseEach, type Scope, type Shared } from "./paths.ts";
import { findImplausible } from "./plausibility.ts";
import { Refused } from "./refused.ts";
import { compileWhen, type IsTrue } from "./when.ts";

/** One `emits` of a source, compiled. */
export interface CompiledEmit {
  readonly family: FamilyName;
  /** Columns of the row that its paths and conditions name. */
  readonly namedColumns: readonly string[];
  readonly attributeClasses: ReadonlyMap<string, Sensitivity>;
  /** @param named columns of the row that are not other columns. */
  readonly run: (
    given: { readonly row: JsonObject; readonly faults: Faults | undefined; readonly shared: Shared | undefined },
    named: ReadonlySet<string>,
    into: MappedRow[],
  ) => void;
}

const noElements: readonly Json[] = [];

/** Compiles what a source emits for one family; problems are reported with their place. */
export function compileEmit(emit: MappingEmit, pointer: string, context: EmitContext): CompiledEmit {
  const { family } = emit;
  const { fields: declared, required, owner } = familyOf(family);
  const paths = new Paths(pointer, context.report);
  const groups = emit.each === undefined ? undefined : parseEach(emit.each);
  if (typeof groups === "string") {
    context.report({ path: `${pointer}/each`, message: `${quoted(emit.each ?? "")} ${groups}` });
  }
  if (groups !== undefined && typeof groups !== "string") {
    paths.depth = groups.length;
    paths.columns.add(groups[0]?.[0] ?? "");
  }
  const condition = (value: Json | undefined, name: string): IsTrue | undefined => {
    if (value === undefined) return undefined;
    const compiled = compileWhen(value, `${pointer}/${name}`, { hasElements: paths.depth > 0, asOf: context.asOf });
    if ("isTrue" in compiled) {
      for (const column of compiled.names) paths.columns.add(column);
      return compiled.isTrue;
    }
    compiled.forEach(context.report);
    return undefined;
  };

  const isEmitted = condition(emit.when, "when");
  const isDeleted = emit.delete === true ? () => true : condition(emit.delete, "delete");
  const sourceId = paths.id(emit.source_id, "source_id");
  const client = emit.client === undefined ? undefined : paths.id(emit.client, "client");
  const policy = emit.policy === undefined ? undefined : paths.id(emit.policy, "policy");
  const updatedAt = emit.updated_at === undefined ? undefined : paths.first(emit.updated_at, "updated_at");
  const fields = compileFields(emit, pointer, paths, context);
  checkParents(emit, pointer, context.report);

  const requiredFields = required.filter((name) => name !== "client_key");
  const isRowOfClient = owner === "row of a client";
  const needsClient = required.includes("client_key");
  const hasPolicy = Object.hasOwn(declared, "policy_key");
  const { conventions, asOf } = context;
  const assembled = assembledFields(emit);
  const setOthers = emit.other_columns === undefined ? undefined : othersOf(paths);

  const emitOne = (scope: Scope, named: ReadonlySet<string>, into: MappedRow[]): void => {
    const id = sourceId(scope);
    if (id === undefined || id instanceof Refused) {
      const message = id === undefined ? "is empty, so nothing tells the row from others" : id.message;
      into.push({ kind: "quarantined", family, reasons: [{ field: "source_id", message }] });
      return;
    }
    if (isDeleted?.(scope) === true) {
      into.push({ kind: "delete", family, sourceId: id });
      return;
    }
    const draft: Draft = { fields: {}, findings: [], reasons: [] };
    const clientId = parentOf(client, "client_key", scope, draft);
    const policyId = parentOf(policy, "policy_key", scope, draft);
    if (
      isRowOfClient &&
      clientId === undefined &&
      draft.reasons.length === 0 &&
      (needsClient || policyId === undefined)
    ) {
      draft.reasons.push({
        field: "client_key",
        message: hasPolicy ? "is empty, and no policy names the client" : "is empty, so nothing names the client",
      });
    }
    for (const field of fields) field.set(scope, draft);
    for (const { name, members } of assembled) dropIncomplete(draft, name, members);
    setOthers?.(scope, named, draft);
    for (const name of requiredFields) {
      if (draft.fields[name] === undefined && !draft.reasons.some(({ field }) => field === name)) {
        draft.reasons.push({ field: name, message: "is empty, and a row cannot be without it" });
      }
    }
    const parents = {
      ...(clientId === undefined ? {} : { client: clientId }),
      ...(policyId === undefined ? {} : { policy: policyId }),
    };
    if (draft.reasons.length > 0) {
      into.push({ kind: "quarantined", family, sourceId: id, ...parents, reasons: draft.reasons });
      return;
    }
    const changedAt = updatedAt === undefined ? undefined : timeOf(updatedAt(scope), conventions, draft);
    findImplausible(family, draft.fields, asOf, (finding) => addFinding(draft, finding));
    into.push({
      kind: "row",
      family,
      sourceId: id,
      ...parents,
      ...(changedAt === undefined ? {} : { updatedAt: changedAt }),
      fields: draft.fields,
      findings: draft.findings,
    });
  };

  const visit = (scope: Scope, named: ReadonlySet<string>, into: MappedRow[]): void => {
    try {
      if (isEmitted === undefined || isEmitted(scope)) emitOne(scope, named, into);
    } catch (error) {
      if (!(error instanceof RuleBudgetExceeded)) throw error;
      into.push({ kind: "quarantined", family, reasons: [{ message: "is too large for the mapping's conditions" }] });
    }
  };

  return {
    family,
    namedColumns: [...paths.columns],
    attributeClasses: classesOf(emit),
    run: ({ row, faults, shared }, named, into) => {
      if (groups === undefined || typeof groups === "string") {
        return visit({ row, elements: noElements, faults, shared }, named, into);
      }
      forEachElement(row, groups, (scope) => visit(scope, named, into));
    },
  };
}

function parentOf(read: ReadId | undefined, field: string, scope: Scope, draft: Draft): string | undefined {
  const id = read?.(scope);
  if (!(id instanceof Refused)) return id;
  draft.reasons.push({ field, message: id.message });
  return undefined;
}

function timeOf(value: Json | undefined, conventions: Conventions, draft: Draft): string | undefined {
  if (value === undefined) return undefined;
  const moment = readMoment(value, conventions.dateFormats);
  const time = moment instanceof Refused ? moment : writeInstant(moment, conventions.instantOf);
  if (!(time instanceof Refused)) return time;
  addFinding(draft, { field: "updated_at", code: "dropped", message: time.message, value: shown(value) });
  return undefined;
}

/** Objects that are put together member by member, and the members that they cannot be without. */
function assembledFields({
  family,
  fields,
}: MappingEmit): { readonly name: string; readonly members: readonly string[] }[] {
  const declared = familyOf(family).fields;
  const names = new Set(
    Object.keys(fields ?? {}).flatMap((target) => (target.includes(".") ? target.split(".")[0] : [])),
  );
  return [...names].flatMap((name) => {
    const required =
      name !== undefined && Object.hasOwn(declared, name) ? declared[name]?.schema["required"] : undefined;
    const members = isJsonArray(required) ? required.filter((member) => typeof member === "string") : [];
    return name === undefined || members.length === 0 ? [] : [{ name, members }];
  });
}

function dropIncomplete(draft: Draft, name: string, members: readonly string[]): void {
  const object = draft.fields[name];
  const missing = isJsonObject(object) ? members.find((member) => !Object.hasOwn(object, member)) : undefined;
  if (missing === undefined) return;
  delete draft.fields[name];
  addFinding(draft, { field: name, code: "dropped", message: `has no ${missing}` });
}

/** Columns that nothing of the source names become attributes, by their name or by what follows `attributes.` in it. */
function othersOf(paths: Paths): (scope: Scope, named: ReadonlySet<string>, draft: Draft) => void {
  return ({ row, elements }, columns, draft) => {
    const element = elements.at(-1);
    const object = element === undefined ? row : element;
    if (!isJsonObject(object)) return;
    const named = element === undefined ? columns : paths.members;
    for (const column in object) {
      const value = object[column];
      if (named.has(column) || typeof value === "object" || !isPresent(value)) continue;
      const name = column.startsWith("attributes.") ? column.slice("attributes.".length) : column;
      const taken = name === "" || name === "__proto__" ? undefined : toAttribute(value, () => undefined);
      if (taken instanceof Refused) {
        const field = `attributes.${clipped(name, 60)}`;
        addFinding(draft, { field, code: "dropped", message: taken.message });
      } else if (taken !== undefined) setAttribute(draft, name, taken);
    }
  };
}

/** What a row of the family cannot be without (IMP-40). */
function checkParents(emit: MappingEmit, pointer: string, report: EmitContext["report"]): void {
  const { family, client, policy } = emit;
  const { fields, owner, required } = familyOf(family);
  const isRowOfClient = owner === "row of a client";
  const hasPolicy = Object.hasOwn(fields, "policy_key");
  if (client !== undefined && !isRowOfClient) {
    report({ path: `${pointer}/client`, message: `rows of ${family} belong to no client` });
  }
  if (policy !== undefined && !hasPolicy) {
    report({ path: `${pointer}/policy`, message: `rows of ${family} have no policy_key` });
  }
  if (emit.delete === true) return;
  if (
    isRowOfClient &&
    client === undefined &&
    (required.includes("client_key") || !hasPolicy || policy === undefined)
  ) {
    const needed = hasPolicy && !required.includes("client_key") ? "client or policy" : "client";
    report({ path: `${pointer}/client`, message: `is required: rows of ${family} need ${needed}` });
  }
  for (const name of required) {
    if (name === "client_key" || Object.hasOwn(emit.fields ?? {}, name)) continue;
    report({ path: `${pointer}/fields/${name}`, message: `is required: rows of ${family} need ${name}` });
  }
}

function classesOf({ fields }: MappingEmit): ReadonlyMap<string, Sensitivity> {
  const classes = new Map<string, Sensitivity>();
  for (const [name, { sensitivity }] of Object.entries(fields ?? {})) {
    if (sensitivity !== undefined && name.startsWith("attributes.")) {
      classes.set(name.slice("attributes.".length), sensitivity);
    }
  }
  return classes;
}
