import { type FamilyName, familyOf } from "@service/record-families";
import type { DecimalSign } from "./amounts.ts";
import { carriersThatAreOne } from "./carrier-names.ts";
import { type Fit, fitOf, type LookupEntries } from "./column-fit.ts";
import {
  bestColumn,
  type Confidence,
  type Found,
  type Group,
  type GroupColumn,
  groupsOf,
  hasOwnerWord,
  likelyScore,
  type NameParts,
  namePartsOf,
  scoreFor,
  sureScore,
} from "./column-groups.ts";
import type { ColumnInspection } from "./inspect-rows.ts";
import type { MappingEmit, MappingField, Mapping, MappingSource } from "./mapping-schema.ts";
import { type Home, identityOf, type Identity, type IdentityContext, parentIdentity } from "./row-identity.ts";
import { findTarget, isList, targetNames } from "./targets.ts";
import { areLines, linesIn, tradeTable } from "./trade-words.ts";
import { linesToWrite } from "./lines-to-write.ts";
import type { Sample, SuggestedLine, Suggestion } from "./suggestion.ts";
import { suggestedPivot } from "./value-shapes.ts";

/** Suggests a mapping by headers and the shapes of values (IMP-47). */
export function suggestMapping(samples: readonly Sample[]): Suggestion {
  const decimal = decimalOf(samples);
  const grouped = samples.map((sample): Grouped => ({
    ...sample,
    groups: groupsOf(sample.file, sample.inspection, sample.reading.header_rows),
  }));
  const context = { decimal, homes: homesOf(grouped) };
  const suggested = grouped.map((sample) => suggestSource(sample, context));
  const sources = suggested.flatMap(({ source }) => (source === undefined ? [] : [source]));
  const lines = suggested.flatMap((each) => each.lines);
  const taken = lines.filter(({ confidence }) => confidence !== "unsure");
  const lookups = lookupsOf(taken);
  const hasShortYears = taken.some(({ transforms }) => transforms.some((each) => /^date:.*(?<!Y)YY(?!Y)/.test(each)));
  const defaults = {
    ...currencyOf(samples),
    ...(decimal === "," && { decimal }),
    ...(hasShortYears && { year_pivot: suggestedPivot }),
  };
  return {
    mapping:
      sources.length === 0
        ? undefined
        : {
            schema_version: 1,
            name: "suggested",
            ...(Object.keys(defaults).length > 0 && { defaults }),
            sources,
            ...(Object.keys(lookups).length > 0 && { lookups }),
            unmapped: "other",
          },
    left_out: suggested.flatMap(({ leftOut }) => leftOut),
    to_write: linesToWrite(
      suggested.flatMap(({ leftOut }) => leftOut),
      lines,
      samples,
    ),
    lines,
    unused: suggested.flatMap(({ unused }) => unused),
  };
}

function lookupsOf(lines: readonly SuggestedLine[]): NonNullable<Mapping["lookups"]> {
  const lookups: Record<string, LookupEntries> = {};
  for (const { lookup } of lines) {
    if (lookup !== undefined) lookups[lookup.name] = { ...lookups[lookup.name], ...lookup.entries };
  }
  return lookups;
}

/** The sign that more columns of amounts are written with. */
function decimalOf(samples: readonly Sample[]): DecimalSign {
  const signs = samples.flatMap(({ inspection }) => inspection.columns.flatMap(({ decimals }) => decimals ?? []));
  const written = (sign: DecimalSign): number => signs.filter((each) => each === sign).length;
  return written(",") > written(".") ? "," : ".";
}

/** The currency whose sign all signed amounts have; the dollar needs no word. */
function currencyOf(samples: readonly Sample[]): { readonly currency?: string } {
  const found = new Set(
    samples.flatMap(({ inspection }) => inspection.columns.flatMap(({ currency }) => currency ?? [])),
  );
  const [currency] = found;
  return found.size === 1 && currency !== undefined ? { currency } : {};
}

type Grouped = Sample & { readonly groups: readonly Group[] };

interface FileContext {
  readonly decimal: DecimalSign;
  readonly homes: IdentityContext["homes"];
}

/** The families that a file is a list of, with the column of their ids. */
function homesOf(samples: readonly Grouped[]): ReadonlyMap<FamilyName, Home> {
  const homes = new Map<FamilyName, Home>();
  for (const { file, groups } of samples) {
    for (const group of groups) {
      const family = group.families.at(-1);
      const id = family && identityOf(family, group, family);
      const [column] = id?.columns ?? [];
      if (family === undefined || column === undefined || id?.columns.length !== 1 || homes.has(family)) continue;
      homes.set(family, { file, group, id: column });
    }
  }
  return homes;
}

function suggestSource(
  { file, reading, inspection, groups }: Grouped,
  { decimal, homes }: FileContext,
): {
  readonly source: MappingSource | undefined;
  readonly leftOut: Suggestion["left_out"];
  readonly lines: readonly SuggestedLine[];
  readonly unused: Suggestion["unused"];
} {
  const lines: SuggestedLine[] = [];
  const emits: MappingEmit[] = [];
  const leftOut: Suggestion["left_out"][number][] = [];
  const used = new Set<ColumnInspection>();
  for (const group of groups) {
    const primary = group.families.at(-1);
    for (const family of group.families) {
      // A list of its own says more of a client than the report of its policies, and the first of two rows would count.
      if (family === "accounts" && family !== primary && homes.has(family)) continue;
      const suggested = suggestEmit(file, family, { group, groups, decimal, homes });
      lines.push(...suggested.lines);
      for (const column of suggested.used) used.add(column);
      if (typeof suggested.emit !== "string") emits.push(suggested.emit);
      else if (suggested.lines.some(({ confidence }) => confidence !== "unsure"))
        leftOut.push({ file, family, needs: suggested.emit });
    }
  }
  const sure = new Set(lines.flatMap(({ confidence, from }) => (confidence === "sure" ? from : [])));
  const worth = lines.filter(
    ({ confidence, from }) => confidence !== "unsure" || !from.every((path) => sure.has(path)),
  );
  const unused = inspection.columns.flatMap((column) => (used.has(column) ? [] : [{ file, column: column.path }]));
  const match = file.replaceAll("\\", "/").split("/").at(-1) ?? file;
  return {
    source: emits.length === 0 ? undefined : { match: escaped(match), ...reading, emits },
    leftOut,
    lines: worth,
    unused,
  };
}

/** A glob has no escapes: what it could not say stands for any character. */
function escaped(name: string): string {
  return name.replaceAll(/[[\]{}*\\]/g, "?");
}

function suggestEmit(
  file: string,
  family: FamilyName,
  { group, groups, decimal, homes }: FileContext & { readonly group: Group; readonly groups: readonly Group[] },
): { readonly lines: SuggestedLine[]; readonly used: ColumnInspection[]; readonly emit: MappingEmit | string } {
  const primary = group.families.at(-1) ?? family;
  const ids = idsOf(file, family, { group, groups, primary, homes });
  const fields = fieldsOf(file, family, { group, primary, ids, decimal });
  const lines = [...ids.map(({ line }) => line), ...fields.map(({ line }) => line)];
  const used = [...ids, ...fields].flatMap(({ columns }) => columns.map(({ column }) => column));
  return { lines, used, emit: emitOf(family, group, lines) };
}

interface Suggested {
  readonly line: SuggestedLine;
  readonly columns: readonly GroupColumn[];
  /** The name of the row, which stands for an id. */
  readonly isName: boolean;
}

/** The columns that identify the row, its client and its policy. */
function idsOf(file: string, family: FamilyName, context: IdentityContext): Suggested[] {
  const { group, primary } = context;
  const { fields, owner } = familyOf(family);
  const found: Suggested[] = [];
  const add = (target: string, id: Identity | undefined): void => {
    if (id === undefined) return;
    const { columns, from, confidence, why } = id;
    const isName = target === "source_id" && id.isName === true;
    found.push({ line: { file, family, target, from, transforms: [], confidence, why }, columns, isName });
  };
  add("source_id", identityOf(family, group, primary));
  if (owner === "row of a client") add("client", parentIdentity("accounts", context));
  if (Object.hasOwn(fields, "policy_key")) add("policy", parentIdentity("policies", context));
  return found;
}

function fieldsOf(
  file: string,
  family: FamilyName,
  {
    group,
    primary,
    ids,
    decimal,
  }: {
    readonly group: Group;
    readonly primary: FamilyName;
    readonly ids: readonly Suggested[];
    readonly decimal: DecimalSign;
  },
): Suggested[] {
  const { fields } = familyOf(family);
  // A column of ids is a field too only where it is called exactly so, as a claim number is; a name stays one.
  const idColumns = new Set(ids.flatMap(({ columns, isName }) => (columns.length === 1 && !isName ? columns : [])));
  const candidates = targetNames(family)
    .filter((target) => target !== "lines")
    .map((target) => ({ target, found: foundFor(target, fields[target]?.refersTo, family, group, primary) }))
    .flatMap(({ target, found }) =>
      found === undefined ? [] : [{ target, ...decidedByValues(family, target, found) }],
    )
    .filter(({ column, score, why }) => why !== undefined || score >= sureScore || !idColumns.has(column))
    .filter(
      ({ target, column, score }) =>
        // Who looks after a policy looks after its client.
        family === primary || /_seats?$/.test(target) || isOwnOf(column, score, family, primary),
    )
    .toSorted((a, b) => Math.round(1_000 * b.score) - Math.round(1_000 * a.score));
  const taken = new Set<GroupColumn>();
  const suggested: Suggested[] = [];
  for (const { target, ...found } of candidates) {
    const { column, why } = found;
    // A column may be a reference and the name beside it, but only one other field.
    if (why === undefined && taken.has(column)) continue;
    if (why === undefined) taken.add(column);
    suggested.push({
      line: lineOf(file, family, target, found, { settledFormats: group.settledFormats, decimal }),
      columns: [column],
      isName: false,
    });
  }
  const joined = targetNames(family).flatMap((target) => {
    const at = suggested.findIndex(({ line }) => line.target === target);
    const named = suggested[at];
    const parts = namePartsOf(group, family, target, primary);
    const isPart = named?.columns.some((column) => column === parts?.first || column === parts?.last) === true;
    const isWhole =
      named?.line.confidence !== "unsure" && named?.columns.every(({ column }) => column.filled === column.of);
    if (parts === undefined || (isWhole === true && !isPart) || (family !== primary && family !== "accounts"))
      return [];
    if (named !== undefined) suggested.splice(at, 1);
    return [joinedLine(file, family, target, parts, isPart ? undefined : named)];
  });
  return [...suggested, ...joined, ...severalLines(file, family, suggested)];
}

/** A name in two columns, behind the column that firms have for theirs. */
function joinedLine(
  file: string,
  family: FamilyName,
  target: string,
  { first, last }: NameParts,
  named: Suggested | undefined,
): Suggested {
  const whole = named?.line.confidence === "unsure" ? undefined : named;
  const why = whole === undefined ? "two columns are the name together" : "where it is empty, two columns are the name";
  return {
    line: {
      file,
      family,
      target,
      from: whole?.line.from ?? [],
      join: [first.path, last.path],
      transforms: ["trim"],
      confidence: "likely",
      why,
    },
    columns: [...(whole?.columns ?? []), first, last],
    isName: false,
  };
}

/** A cell that names several lines gives the policy all of them, and no single one. */
function severalLines(file: string, family: FamilyName, suggested: readonly Suggested[]): Suggested[] {
  if (family !== "policies") return [];
  return suggested.flatMap(({ line, columns }) => {
    const several = columns.flatMap(({ column }) => column.values.flatMap((value) => linesIn(value) ?? []));
    const [found] = several;
    if (line.target !== "line" || found === undefined) return [];
    const table = tradeTable(family, "line");
    const words = several.flatMap(({ lines }) => lines);
    const entries = Object.fromEntries(
      words.flatMap((word) => {
        const code = table?.codeOf(word);
        return code === undefined ? [] : [[word, code] as const];
      }),
    );
    const transforms = [`split:${found.separator}`, "lookup:line"];
    const why = `cells name several lines, as ${found.lines.join(" and ")}`;
    const lookup = { name: "line", entries };
    return [{ line: { ...line, target: "lines", transforms, why, lookup }, columns, isName: false }];
  });
}

/** A header that only shares a word with the name, where all values are words for codes of the field. */
function decidedByValues(family: FamilyName, target: string, found: FoundField): FoundField {
  const { values } = found.column.column;
  const trade = tradeTable(family, target);
  const isDecided =
    found.score < likelyScore && values.length > 0 && values.every((value) => trade?.codeOf(value) !== undefined);
  return isDecided ? { ...found, score: likelyScore, isByValues: true } : found;
}

/** A column of a report belongs to another family than the rows only when its header says so, or theirs has no such field. */
function isOwnOf(column: GroupColumn, score: number, family: FamilyName, primary: FamilyName): boolean {
  if (hasOwnerWord(column, family)) return true;
  return targetNames(primary).every((target) => scoreFor(column, primary, target, primary) < score);
}

/** `why` stands where the column is not found by the field's own name. */
interface FoundField extends Found {
  readonly why?: string | undefined;
  /** Its values are what the field has. */
  readonly isByValues?: true;
}

function foundFor(
  target: string,
  refersTo: FamilyName | undefined,
  family: FamilyName,
  group: Group,
  primary: FamilyName,
): FoundField | undefined {
  if (refersTo === undefined || refersTo === family) {
    const named = bestColumn(group, family, target, primary);
    return target === "line" ? (lineColumn(group, named) ?? named) : named;
  }
  const id = identityOf(refersTo, group, primary);
  const [column] = id?.columns ?? [];
  if (column === undefined || id?.from.length !== 1) return undefined;
  return { column, score: id.confidence === "sure" ? 1 : likelyScore, why: id.why };
}

/** A column whose header does not say that it has lines of business, where its values are such. */
function lineColumn({ columns }: Group, named: Found | undefined): FoundField | undefined {
  if (named !== undefined && named.score >= likelyScore && areLines(named.column.column.values)) return undefined;
  const column = columns.find(({ column: { values } }) => areLines(values));
  return column && { column, score: likelyScore, why: "its values are lines of business" };
}

function lineOf(
  file: string,
  family: FamilyName,
  target: string,
  { column: found, score, why: given, isByValues }: FoundField,
  { settledFormats, decimal }: { readonly settledFormats: Group["settledFormats"]; readonly decimal: DecimalSign },
): SuggestedLine {
  const place = findTarget(family, target);
  const field = typeof place !== "string" && place.kind === "field" ? place : undefined;
  const trade = tradeTable(family, target);
  const fit: Fit =
    field === undefined || field.isReference
      ? { transforms: [] }
      : fitOf(field.schema, found.column, { isTextList: isList(family, target), settledFormats, decimal, trade });
  const {
    transforms,
    doubt = valuesDoubt(target, found.column),
    remark,
    lookup,
    open,
  } = withCarriers(target, found.column, fit);
  const byHeader: Confidence = score >= sureScore ? "sure" : score >= likelyScore ? "likely" : "unsure";
  const isEmpty = found.column.filled === 0;
  const isDoubtful = isEmpty || remark !== undefined;
  const confidence = doubt !== undefined ? "unsure" : byHeader === "sure" && isDoubtful ? "likely" : byHeader;
  const header = given ?? (isByValues === true ? "its values are words for codes of the field" : headerWhy[byHeader]);
  const remarks = remark ?? (isEmpty ? "no row has a value" : undefined);
  const why = doubt ?? (remarks === undefined ? header : `${header}; ${remarks}`);
  const isDoubted = doubt !== undefined && byHeader !== "unsure";
  const drafted = {
    ...(lookup && { lookup }),
    ...(open && { open }),
    ...(isDoubted && { isDoubted: true as const }),
  };
  return { file, family, target, from: [found.path], transforms, confidence, why, ...drafted };
}

/** Below so many rows one value for all of them is no sign of anything. */
const rowsForOneValue = 5;

/** Why the values of a column are not people, whatever its header says. */
function valuesDoubt(target: string, { values, distinct, filled }: ColumnInspection): string | undefined {
  if (!/_seats?$|^name$|^carrier_name$/.test(target) || values.length === 0) return undefined;
  if (areLines(values)) return `its values are lines of business: ${values.slice(0, 3).join(", ")}`;
  const isOne = distinct === 1 && filled >= rowsForOneValue;
  return isOne && /_seats?$/.test(target) ? `all rows have the one value ${values[0] ?? ""}` : undefined;
}

/** Spellings of one carrier become the one that is written out. */
function withCarriers(target: string, { values }: ColumnInspection, fit: Fit): Fit {
  if (target !== "carrier_name" || fit.doubt !== undefined) return fit;
  const entries = carriersThatAreOne(values);
  const [first] = Object.entries(entries);
  if (first === undefined) return fit;
  const others = values.flatMap((value) => (Object.hasOwn(entries, value) ? [] : [[value, value] as const]));
  const remark = `${first[0]} is taken for ${first[1]}${Object.keys(entries).length > 1 ? ", and others likewise" : ""}`;
  return {
    ...fit,
    transforms: [...fit.transforms, "lookup:carriers"],
    lookup: { name: "carriers", entries: { ...entries, ...Object.fromEntries(others) } },
    remark: fit.remark === undefined ? remark : `${fit.remark}; ${remark}`,
  };
}

const headerWhy: Readonly<Record<Confidence, string>> = {
  sure: "its header says so",
  likely: "its header is nearly the name",
  unsure: "its header shares a word with the name",
};

/** The sure and likely lines as an emit, where they hold all that the family requires; else what is missing. */
function emitOf(family: FamilyName, group: Group, lines: readonly SuggestedLine[]): MappingEmit | string {
  const taken = lines.filter(({ confidence }) => confidence !== "unsure");
  const idOf = (target: string): readonly string[] | undefined => taken.find((line) => line.target === target)?.from;
  const [sourceId, client, policy] = [idOf("source_id"), idOf("client"), idOf("policy")];
  const { required, owner, fields: declared } = familyOf(family);
  const fields = Object.fromEntries(
    taken
      .filter(({ target }) => !["source_id", "client", "policy"].includes(target))
      .map(({ target, from: [from], join, transforms }): [string, MappingField] => [
        target,
        {
          ...(from === undefined ? {} : { from }),
          ...(join === undefined ? {} : { join }),
          ...(transforms.length === 0 ? {} : { transforms }),
        },
      ]),
  );
  const hasPolicy = Object.hasOwn(declared, "policy_key") && policy !== undefined && !required.includes("client_key");
  const lacksClient = owner === "row of a client" && client === undefined && !hasPolicy;
  const missing = [
    ...(sourceId === undefined ? ["source_id"] : []),
    ...(lacksClient ? ["client"] : []),
    ...required.filter((name) => name !== "client_key" && !Object.hasOwn(fields, name)),
  ];
  if (sourceId === undefined || missing.length > 0) return missing.join(", ");
  return {
    family,
    ...(group.each === "" ? {} : { each: group.each }),
    source_id: sourceId,
    ...(client === undefined ? {} : { client }),
    ...(policy === undefined ? {} : { policy }),
    fields,
  };
}
