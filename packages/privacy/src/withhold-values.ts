import {
  changedElements,
  changedMembers,
  pointerToken,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
} from "@service/json";
import { FactPlaces, FactStep } from "./fact-visibility.ts";
import { applyFieldPolicy } from "./field-policy.ts";
import { HiddenValues, SearchEffort } from "./hidden-values.ts";
import type { RecordCopies } from "./record-copies.ts";

/** The parts of a run that a reader sees; absent parts stay absent. */
export type RunParts = {
  readonly output?: JsonObject;
  readonly solutions?: readonly JsonObject[];
  readonly input?: JsonObject;
  readonly work_items?: readonly JsonObject[];
  readonly warnings?: readonly JsonObject[];
};

/** JSON Schema of `{input, offerings?}` and of `{output, solutions?}`. */
export type RunSchemas = { readonly request: JsonSchema; readonly response: JsonSchema };

/** Members that engines write for people: they quote values. */
const sentenceMembers: ReadonlySet<string> = new Set([
  "because",
  "change",
  "concerns",
  "detail",
  "excerpt",
  "gap_reason",
  "headline",
  "message",
  "reason",
  "reasons",
  "reasons_against",
  "reasons_for",
  "recommendation",
  "strengths",
  "suggested_command",
  "suggested_commands",
  "talking_points",
  "text",
  "title",
]);
/** Members that copy a value. */
const copyMembers: ReadonlySet<string> = new Set([
  "actual",
  "display",
  "expected",
  "exposure_amount",
  "found",
  "value",
  "wanted",
]);
/** `message` of a warning is never null in the contract. */
const withheldMessage = "Withheld by the field policy.";

/**
 * A run as a reader under a field policy sees it (PRIV-8): denied values are null in input and output, and so is
 * everything that repeats or rests on them. Evidence of a denied fact loses value and excerpt; objects that cite such
 * evidence (findings, solutions, work items, the narrative) lose their sentences; any other sentence or copied value is
 * removed where it reveals a denied value. Keys, codes, severities and scores stay. Of the values of the book that the run
 * read, the copies are shown as the reader sees them there (PRIV-23).
 *
 * The stored run is not changed: webhooks carry it whole.
 *
 * @param hiding.schemas may be left out where no class is denied.
 * @param hiding.records of a run that read the book.
 * @returns `redacted`: JSON Pointers to what is null or replaced now, in the order output, solutions, input, work items,
 *   warnings.
 */
export function withholdValues(
  run: RunParts,
  {
    schemas,
    denied,
    records,
  }: {
    readonly schemas?: RunSchemas | undefined;
    readonly denied: readonly string[];
    readonly records?: RecordCopies | undefined;
  },
): { readonly run: RunParts; readonly redacted: readonly string[] } {
  if (denied.length === 0 && records === undefined) return { run, redacted: [] };
  const original = documentOf({ ...run });
  const allowed = denied.length === 0 ? original : withoutDenied(schemas ?? unknownSchemas, run, denied, records);
  const visible: { [name: string]: Json } = {};
  for (const [name, part] of Object.entries(allowed)) visible[name] = records?.shownIn(part) ?? part;
  if (isJsonArray(visible["warnings"])) visible["warnings"] = visible["warnings"].map(withMessage);
  const redacted: string[] = [];
  for (const name of ["output", "solutions", "input", "work_items", "warnings"]) {
    const [before, after] = [original[name], visible[name]];
    if (before !== undefined) collectWithheld(before, after ?? null, `/${name}`, redacted);
  }
  return { run: partsOf(visible), redacted };
}

const unknownSchemas: RunSchemas = { request: {}, response: {} };

/** What a policy leaves that denies classes. */
function withoutDenied(
  schemas: RunSchemas,
  run: RunParts,
  denied: readonly string[],
  records: RecordCopies | undefined,
): JsonObject {
  const answered = applyFieldPolicy(
    schemas.response,
    documentOf({ output: run.output, solutions: run.solutions }),
    denied,
  );
  const request = applyFieldPolicy(schemas.request, documentOf({ input: run.input }), denied);
  const effort = new SearchEffort();
  const facts = new HiddenValues(effort);
  const hidden = new HiddenValues(effort, facts);
  for (const { at, value } of request.withheld) if (!isQuoting(at)) facts.add(value);
  for (const { at, value } of answered.withheld)
    if (!isQuoting(at)) (at.endsWith("/value") ? facts : hidden).add(value);
  for (const value of records?.deniedValues ?? []) facts.add(value);
  const places = new FactPlaces([schemas.request, schemas.response], denied);
  const reader: Reader = {
    hidden,
    places,
    hiddenIds: new Set(answered.withheld.flatMap(({ evidenceIds }) => evidenceIds)),
    hiddenFindings: new Set(),
  };
  for (const item of objectsIn(run.output?.["evidence"]))
    if (isHiddenEvidence(item, reader) || isHiddenEntry(item, answered.output)) noteId(item, reader.hiddenIds);
  for (const { value } of answered.withheld) noteFindings(value, reader.hiddenFindings);
  noteFindings(run.output ?? null, reader.hiddenFindings, reader.hiddenIds);

  const original = documentOf({ ...run });
  const visible: { [name: string]: Json } = {};
  for (const name of Object.keys(original)) {
    const part = name === "input" ? request.output[name] : (answered.output[name] ?? original[name]);
    visible[name] =
      name === "input"
        ? withheldInInput(part ?? null, new FactStep(places, ["input"]), facts)
        : withheldIn(part ?? null, reader);
  }
  return visible;
}

type Reader = {
  readonly hidden: HiddenValues;
  readonly places: FactPlaces;
  readonly hiddenIds: Set<string>;
  readonly hiddenFindings: Set<string>;
};

function isHiddenEvidence(item: JsonObject, { hidden, places }: Reader): boolean {
  const { ref, value, excerpt } = item;
  const fact = isJsonObject(ref) ? ref["fact"] : undefined;
  if (typeof fact === "string" && places.standingOf(fact) === "denied") return true;
  return (typeof excerpt === "string" && hidden.isRevealed(excerpt)) || (value !== undefined && reveals(value, hidden));
}

/** Whether a copied value is, or holds, a hidden one. */
function reveals(value: Json, hidden: HiddenValues): boolean {
  if (isJsonArray(value)) return value.some((element) => reveals(element, hidden));
  if (isJsonObject(value)) return Object.values(value).some((member) => reveals(member, hidden));
  return hidden.isHidden(value) || (typeof value === "string" && hidden.isRevealed(value));
}

/** Evidence that is hidden whole, as by the class screening, is hidden for the list entries in it. */
function isHiddenEntry({ kind }: JsonObject, visible: JsonObject): boolean {
  return kind === "list_entry" && isJsonObject(visible["output"]) && visible["output"]["evidence"] === null;
}

/**
 * Common parts of an output that quote other parts: hidden whole, they contain sentences but no values of their own.
 */
function isQuoting(at: string): boolean {
  return ["/output/findings", "/output/evidence", "/output/narrative"].includes(at);
}

function isNoted({ evidence_id }: JsonObject, ids: ReadonlySet<string>): boolean {
  return typeof evidence_id === "string" && ids.has(evidence_id);
}

function noteId({ evidence_id }: JsonObject, ids: Set<string>): void {
  if (typeof evidence_id === "string") ids.add(evidence_id);
}

/** Keys of all findings in `value`, or only of those that cite hidden evidence: work items name them. */
function noteFindings(value: Json, keys: Set<string>, citing?: ReadonlySet<string>): void {
  if (isJsonArray(value)) for (const element of value) noteFindings(element, keys, citing);
  if (!isJsonObject(value)) return;
  const { finding_key } = value;
  if (typeof finding_key === "string" && (citing === undefined || cites(value, citing))) keys.add(finding_key);
  for (const member of Object.values(value)) if (typeof member === "object") noteFindings(member, keys, citing);
}

function cites({ evidence_ids, citations }: JsonObject, ids: ReadonlySet<string>): boolean {
  return [evidence_ids, citations].some(
    (cited) => isJsonArray(cited) && cited.some((id) => typeof id === "string" && ids.has(id)),
  );
}

function withheldIn(value: Json, reader: Reader): Json {
  if (isJsonArray(value)) return changedElements(value, (element) => withheldIn(element, reader));
  if (!isJsonObject(value)) return value;
  if (typeof value["evidence_id"] === "string") return withheldEvidence(value, reader);
  const rests = restsOnHidden(value, reader);
  return changedMembers(value, (name, member) => withheldMember(name, member, rests, reader));
}

function withheldMember(name: string, member: Json, rests: boolean, reader: Reader): Json {
  if (member === null) return null;
  const isSentence = sentenceMembers.has(name);
  if (rests && (copyMembers.has(name) || (isSentence && !isCode(member)))) return null;
  if (isSentence) return withheldSentence(member, reader);
  if (copyMembers.has(name) && reveals(member, reader.hidden)) return null;
  return typeof member === "object" ? withheldIn(member, reader) : member;
}

/** `updated`, `missing`: elsewhere, members of these names hold a word of a closed list. */
function isCode(member: Json): boolean {
  return typeof member === "string" && /^[a-z_]+$/.test(member);
}

/**
 * A sentence, a list of sentences, or a suggested command that quotes some: becomes null where it reveals a hidden
 * value.
 */
function withheldSentence(member: Json, reader: Reader): Json {
  if (typeof member === "string") return reader.hidden.isRevealed(member) ? null : member;
  if (isJsonArray(member)) return changedElements(member, (element) => withheldSentence(element, reader));
  if (isJsonObject(member)) return reveals(member, reader.hidden) ? null : member;
  return member;
}

function withheldEvidence(item: JsonObject, reader: Reader): Json {
  const isHidden = isHiddenEvidence(item, reader) || isNoted(item, reader.hiddenIds);
  if (!isHidden) return item;
  const visible: { [name: string]: Json } = { ...item };
  for (const name of ["excerpt", "value"]) if (visible[name] !== undefined) visible[name] = null;
  return visible;
}

/** Whether an object rests on hidden evidence, its own or cited, or on a hidden finding. */
function restsOnHidden(value: JsonObject, reader: Reader): boolean {
  if (cites(value, reader.hiddenIds)) return true;
  const { evidence, finding_keys } = value;
  // An opportunity's evidence has ids of its own.
  if (value["opportunity_id"] !== undefined && objectsIn(evidence).some((item) => isHiddenEvidence(item, reader)))
    return true;
  return (
    typeof value["work_item_id"] === "string" &&
    isJsonArray(finding_keys) &&
    finding_keys.some((key) => typeof key === "string" && reader.hiddenFindings.has(key))
  );
}

/** Documents that a caller sent along, with the text that was read. */
const documentMembers: ReadonlySet<string> = new Set(["text", "document_text"]);

/**
 * The schema names the hidden fields of an input but not the members of its free maps: there a fact is hidden when its
 * place in the output is (`profile.revenue`), and a document when its text reveals a hidden fact. Names are shown as
 * they were sent: hiding only the listed one would reveal which it is.
 */
function withheldInInput(value: Json, step: FactStep, hidden: HiddenValues): Json {
  if (isJsonArray(value)) return changedElements(value, (element) => withheldInInput(element, step, hidden));
  if (!isJsonObject(value)) return value;
  return changedMembers(value, (name, member) => {
    if (member === null) return null;
    if (typeof member === "object") {
      const next = step.member(name);
      return next.standing === "denied" ? null : withheldInInput(member, next, hidden);
    }
    if (step.standingOfMember(name) === "denied") return null;
    return typeof member === "string" && documentMembers.has(name) && hidden.isRevealed(member) ? null : member;
  });
}

function withMessage(warning: Json): Json {
  return isJsonObject(warning) && warning["message"] === null ? { ...warning, message: withheldMessage } : warning;
}

/** Pointers to changes: a part that became null, or a message that was replaced. */
function collectWithheld(before: Json, after: Json, at: string, redacted: string[]): void {
  if (before === after) return;
  if (isJsonArray(before) && isJsonArray(after)) {
    for (const [index, element] of before.entries())
      collectWithheld(element, after[index] ?? null, `${at}/${index}`, redacted);
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const [name, member] of Object.entries(before))
      collectWithheld(member, after[name] ?? null, `${at}/${pointerToken(name)}`, redacted);
  } else redacted.push(at);
}

function documentOf(parts: { readonly [name: string]: JsonObject | readonly JsonObject[] | undefined }): JsonObject {
  const document: { [name: string]: Json } = {};
  for (const [name, part] of Object.entries(parts)) if (part !== undefined) document[name] = part;
  return document;
}

function partsOf(document: JsonObject): RunParts {
  const { output, solutions, input, work_items, warnings } = document;
  return {
    ...(output === undefined ? {} : { output: isJsonObject(output) ? output : {} }),
    ...(solutions === undefined ? {} : { solutions: objectsIn(solutions) }),
    ...(input === undefined ? {} : { input: isJsonObject(input) ? input : {} }),
    ...(work_items === undefined ? {} : { work_items: objectsIn(work_items) }),
    ...(warnings === undefined ? {} : { warnings: objectsIn(warnings) }),
  };
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
