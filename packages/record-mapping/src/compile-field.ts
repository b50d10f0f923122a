import { clipped, isJsonArray, isJsonObject, type Json, type JsonObject, pointerToken } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import { compileConvert, type Conventions, type Convert, toAttribute } from "./convert.ts";
import { addFinding, type Draft, quoted, setAttribute, shown } from "./draft.ts";
import type { EmitContext } from "./emit-context.ts";
import type { Paths } from "./emit-paths.ts";
import type { MappingEmit, MappingField } from "./mapping-schema.ts";
import { columnOf, type Faults, isPresent, type Scope } from "./paths.ts";
import { Refused } from "./refused.ts";
import { findTarget, type Target } from "./targets.ts";
import { compileTransform, type Transform } from "./transforms.ts";

/** Sets one field of a row, or notes why not. */
export interface CompiledField {
  readonly name: string;
  readonly set: (scope: Scope, draft: Draft) => void;
}

/** Compiles the fields of an emit; problems are reported with their place. */
export function compileFields(emit: MappingEmit, pointer: string, paths: Paths, context: EmitContext): CompiledField[] {
  return Object.entries(emit.fields ?? {}).flatMap(([name, field]) => {
    const at = `fields/${pointerToken(name)}`;
    const target = findTarget(emit.family, name);
    if (typeof target === "string") {
      context.report({ path: `${pointer}/${at}`, message: `${quoted(name)} ${target}` });
      return [];
    }
    return [compileField(name, field, target, { at, pointer, paths, context, family: emit.family })];
  });
}

interface FieldPlace {
  readonly at: string;
  readonly pointer: string;
  readonly paths: Paths;
  readonly context: EmitContext;
  readonly family: FamilyName;
}

function compileField(name: string, field: MappingField, target: Target, place: FieldPlace): CompiledField {
  const { at, pointer, paths, context, family } = place;
  const report = (member: string, message: string): void =>
    context.report({ path: `${pointer}/${at}${member}`, message });
  if (field.sensitivity !== undefined && target.kind !== "attribute") {
    report(
      "/sensitivity",
      "belongs to one attribute, as in attributes.x: a field of the family has the family's class",
    );
  }
  const transforms = compileTransforms(field.transforms ?? [], target, place);
  const isConstant = field.transforms?.some((transform) => transform.startsWith("const:")) ?? false;
  const { from, join } = field;
  if (from === undefined && join === undefined && !isConstant && field.default === undefined) report("", "needs from");
  const first = from === undefined ? undefined : paths.first(from, `${at}/from`);
  const joined = join === undefined ? undefined : paths.joined(join, `${at}/join`);
  const read = joined === undefined ? first : (scope: Scope) => first?.(scope) ?? joined(scope);
  const convert = convertOf(target, context.conventions);
  const set = setterOf(target);
  const isRequired = target.kind === "field" && familyOf(family).required.includes(target.steps[0]);
  // Attributes have a class, internal where the mapping gives no other.
  const isClassed = target.kind !== "field" || target.isClassed;
  const { unmapped } = context.conventions;

  const drop = (draft: Draft, refused: Refused, value: Json): void => {
    if (isRequired || (refused.isUnmapped && unmapped === "quarantine")) {
      draft.reasons.push({ field: name, message: refused.message });
      return;
    }
    const code = refused.isUnmapped ? "unmapped" : "dropped";
    addFinding(draft, { field: name, code, message: refused.message, ...(isClassed ? {} : { value: shown(value) }) });
  };
  const standIn =
    field.default === undefined
      ? undefined
      : constant(field.default, convert, (message) => report("/default", message));
  if (isConstant && read === undefined) {
    const value = transforms(null);
    const taken = value === undefined ? undefined : constantOf(value, convert);
    if (taken instanceof Refused) report("/transforms", taken.message);
    return {
      name,
      set: (_scope, draft) => void (taken === undefined || taken instanceof Refused || set(draft, taken)),
    };
  }
  checkLookupValues(field, target, convert, place);
  const columns = [field.from ?? [], field.join ?? []].flat().map(columnOf);
  const isAmount = target.kind === "field" && target.schema["x-decimals"] === 2;

  return {
    name,
    set: (scope, draft) => {
      if (isAmount && scope.shared !== undefined && isCounted(name, columns, scope, draft)) return;
      const raw = read?.(scope) ?? (isConstant ? "" : undefined);
      const value = raw === undefined ? undefined : transforms(raw);
      if (raw === undefined && scope.faults !== undefined) noteFault(name, columns, scope.faults, draft);
      if (raw === undefined || value === undefined) {
        if (standIn !== undefined) set(draft, standIn);
        return;
      }
      const taken = value instanceof Refused ? value : convert(value, (refused, part) => drop(draft, refused, part));
      if (taken instanceof Refused) drop(draft, taken, raw);
      else if (isPresent(taken)) set(draft, taken);
    },
  };
}

/** A cell with an error is empty; the finding says so, which else nobody would see. */
function noteFault(field: string, columns: readonly string[], faults: Faults, draft: Draft): void {
  const column = columns.find((each) => Object.hasOwn(faults, each));
  if (column !== undefined) addFinding(draft, { field, code: "dropped", message: faults[column] ?? "" });
}

/** An amount in a merged cell is one amount: the first of its rows has it, and the sum of the book stays right (FILE-61). */
function isCounted(field: string, columns: readonly string[], { row, shared = {} }: Scope, draft: Draft): boolean {
  const column = columns.find((each) => isPresent(row[each]));
  const where = column !== undefined && Object.hasOwn(shared, column) ? shared[column] : undefined;
  if (where !== undefined) addFinding(draft, { field, code: "dropped", message: `${where}: an amount counts once` });
  return where !== undefined;
}

function convertOf(target: Target, conventions: Conventions): Convert {
  if (target.kind === "field") return compileConvert(target.schema, conventions, target.isReference);
  return target.kind === "attribute" ? toAttribute : toAttributes;
}

/** An object of scalars, each an attribute. */
const toAttributes: Convert = (value, note) => {
  if (!isJsonObject(value)) return new Refused("is not an object");
  const taken: { [name: string]: Json } = {};
  for (const [name, one] of Object.entries(value)) {
    if (!isPresent(one)) continue;
    const attribute = name === "__proto__" ? new Refused("cannot be read") : toAttribute(one, note);
    if (attribute instanceof Refused) note(new Refused(`${clipped(name, 60)} ${attribute.message}`), one);
    else taken[name] = attribute;
  }
  return taken;
};

function setterOf(target: Target): (draft: Draft, value: Json) => void {
  if (target.kind === "attribute") return (draft, value) => setAttribute(draft, target.name, value);
  if (target.kind === "attributes") {
    return (draft, value) => {
      if (isJsonObject(value)) for (const [name, one] of Object.entries(value)) setAttribute(draft, name, one);
    };
  }
  const [first, ...inner] = target.steps;
  if (inner.length === 0) return ({ fields }, value) => void (fields[first] = value);
  return ({ fields }, value) => void (fields[first] = withMember(fields[first], inner, value));
}

function withMember(object: Json | undefined, [first = "", ...inner]: readonly string[], value: Json): JsonObject {
  const before = isJsonObject(object) ? object : {};
  return { ...before, [first]: inner.length === 0 ? value : withMember(before[first], inner, value) };
}

function compileTransforms(names: readonly string[], target: Target, place: FieldPlace): Transform {
  const { at, pointer, context } = place;
  const schema = target.kind === "field" ? target.schema : {};
  const element = isJsonObject(schema["items"]) ? schema["items"] : schema;
  const steps: Transform[] = [];
  for (const [index, text] of names.entries()) {
    const step = compileTransform(text, {
      conventions: context.conventions,
      lookups: context.lookups,
      isInstant: schema["format"] === "date-time",
      hasCodes: isJsonArray(element["enum"]),
    });
    if (typeof step !== "string") steps.push(step);
    else context.report({ path: `${pointer}/${at}/transforms/${index}`, message: `${quoted(text)} ${step}` });
  }
  const [only] = steps;
  if (steps.length === 0) return (value) => value;
  if (only !== undefined && steps.length === 1) return only;
  return (given) => {
    let value: Json | undefined | Refused = given;
    for (const step of steps) {
      if (value === undefined || value instanceof Refused) return value;
      value = step(value);
    }
    return value;
  };
}

function constant(value: Json, convert: Convert, report: (message: string) => void): Json | undefined {
  const taken = constantOf(value, convert);
  if (!(taken instanceof Refused)) return taken;
  report(`the value ${taken.message}`);
  return undefined;
}

/** A value of the mapping itself: it has to be right, and a code has to be one of ours. */
function constantOf(value: Json | Refused, convert: Convert): Json | Refused {
  if (value instanceof Refused) return value;
  let fault: Refused | undefined;
  const taken = convert(value, (refused) => {
    fault ??= refused;
  });
  return fault ?? taken;
}

/** What a lookup answers last must be a value of the field: a mistyped code would otherwise come out as unmapped. */
function checkLookupValues(
  { transforms }: MappingField,
  target: Target,
  convert: Convert,
  { at, pointer, context }: FieldPlace,
): void {
  const name = /^lookup:([^]+)$/.exec(transforms?.at(-1) ?? "")?.[1];
  const table = name === undefined ? undefined : context.lookups.get(name);
  if (name === undefined || table === undefined) return;
  const type = target.kind === "field" ? [target.schema, target.isReference] : target.kind;
  const key = JSON.stringify([name, type]);
  const recorded = context.lookupProblems.get(key);
  const problem = recorded ?? lookupProblem(name, table, convert);
  if (recorded === undefined) context.lookupProblems.set(key, problem);
  if (problem !== "") context.report({ path: `${pointer}/${at}/transforms`, message: problem });
}

/** A sentence about the first value that does not convert; empty when all do. */
function lookupProblem(
  name: string,
  table: ReadonlyMap<string, string | number | boolean | null>,
  convert: Convert,
): string {
  for (const value of new Set(table.values())) {
    const taken = value === null ? null : constantOf(value, convert);
    if (taken instanceof Refused)
      return `the lookup ${quoted(name)} answers ${quoted(String(value))}, which ${taken.message}`;
  }
  return "";
}
