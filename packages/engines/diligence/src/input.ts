import {
  documentSchema,
  freeMapSchema,
  freeValueSchema,
  requiringMap,
  submissionStampSchema,
} from "@service/engine-kit";
import { type Sensitivity, sensitive } from "@service/privacy";
import {
  type JsonObject,
  patternSchema,
  closed,
  dateSchema,
  enumSchema,
  instantSchema,
  keySchema,
  listOf,
  ratioSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { identifierTypes, nameStrengths, partyKinds, partyRoles } from "./codes.ts";

/** JSON Schema of `{input}` (DIL-1). Closed; `input_contract` declares members of the free map `declarations`. */
export function requestSchema(effective: JsonObject) {
  return closed({ input: inputSchema(effective) }, ["input"]);
}

/** The closed schema of `input`. */
export function inputSchema(effective: JsonObject) {
  const schema = closed(
    {
      as_of: instantSchema(),
      subject: subjectSchema(),
      related_parties: listOf(relatedPartySchema(), 100),
      declarations: freeMapSchema(effective, "declarations", 300, freeValueSchema()),
      documents: listOf(documentSchema(), 50),
      prior_clearances: listOf(clearanceSchema(), 500),
      checks: listOf(keySchema(), 500, 1),
      custom_list: listOf(listEntrySchema(), 5000),
      submission_stamp: submissionStampSchema(),
    },
    ["subject"],
  );
  return requiringMap(schema, effective, "declarations");
}

export type DiligenceInput = Written<ReturnType<typeof inputSchema>>;
/** What the subject and the parties around it have in common. */
export type PartyInput = Omit<DiligenceInput["subject"], "subject_key">;

/** One row of a list, as an input brings it and as datasets `watchlist:*` hold it. */
export function listEntrySchema() {
  return closed(
    {
      entry_id: textSchema(128, 1),
      kind: textSchema(40, 1),
      names: listOf(
        closed({ name: textSchema(300, 1), strength: enumSchema(nameStrengths) }, ["name", "strength"]),
        100,
        1,
      ),
      birth_dates: listOf(birthDateSchema(), 20),
      gender: textSchema(20, 1),
      countries: listOf(textSchema(60, 1), 20),
      identifiers: listOf(identifierSchema(), 50),
      addresses: listOf(addressSchema(), 50),
      programs: listOf(textSchema(200, 1), 50),
      remarks: textSchema(4000),
      version: versionSchema(),
    },
    ["entry_id", "kind", "names", "version"],
  );
}

export type ListRow = Written<ReturnType<typeof listEntrySchema>>;

function subjectSchema() {
  return closed(
    {
      subject_key: keySchema(),
      kind: enumSchema(partyKinds),
      name: textSchema(300, 1),
      aliases: listOf(textSchema(300, 1), 20),
      given_name: textSchema(150, 1),
      family_name: textSchema(150, 1),
      birth_date: sensitive(birthDateSchema(), "pii_identity"),
      gender: textSchema(20, 1),
      countries: listOf(textSchema(60, 1), 10),
      identifiers: listOf(identifierSchema("pii_identity"), 20),
      addresses: listOf(addressSchema(), 10),
      client_key: keySchema(),
    },
    ["subject_key", "kind", "name"],
  );
}

function relatedPartySchema() {
  return closed(
    {
      party_key: keySchema(),
      name: textSchema(300, 1),
      kind: enumSchema(partyKinds),
      role: enumSchema(partyRoles),
      ownership: ratioSchema(),
      parent_key: keySchema(),
      birth_date: sensitive(birthDateSchema(), "pii_identity"),
      countries: listOf(textSchema(60, 1), 10),
    },
    ["party_key", "name", "kind", "role"],
  );
}

export type Identifier = Written<ReturnType<typeof identifierSchema>>;

/** Identifiers of a list entry are public; those of a subject are not. */
function identifierSchema(sensitivity?: Sensitivity) {
  const value = textSchema(100, 1);
  return closed(
    {
      type: enumSchema(identifierTypes),
      value: sensitivity === undefined ? value : sensitive(value, sensitivity),
      jurisdiction: textSchema(60, 1),
    },
    ["type", "value"],
  );
}

function addressSchema() {
  return closed({
    line1: textSchema(200),
    line2: textSchema(200),
    city: textSchema(100),
    state: textSchema(60),
    zip: textSchema(20),
    country: textSchema(60),
  });
}

/** A year or a day; check-input.ts checks that the day exists, because a format would refuse the year alone. */
function birthDateSchema() {
  return patternSchema("^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$");
}

/** Lists number their entries in either way. */
function versionSchema() {
  return shapeOf<string | number>({ type: ["string", "integer"], maxLength: 128, minLength: 1 });
}

function clearanceSchema() {
  return closed(
    {
      list_key: keySchema(),
      entry_id: textSchema(128, 1),
      entry_version: versionSchema(),
      cleared_on: dateSchema(),
      cleared_by: textSchema(200, 1),
      // The party whose match was cleared; without it the clearance holds for every party of the file.
      party: keySchema(),
    },
    ["list_key", "entry_id", "entry_version", "cleared_on", "cleared_by"],
  );
}
