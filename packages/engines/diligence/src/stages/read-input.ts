import { type ReadName, readName } from "@service/engine-kit";
import { byText, dateOf, type JsonObject } from "@service/json";
import { subjectParty } from "../codes.ts";
import type { DiligenceInput, Identifier, ListRow, PartyInput } from "../input.ts";

type RelatedParty = NonNullable<DiligenceInput["related_parties"]>[number];
type AddressInput = NonNullable<PartyInput["addresses"]>[number];

export type Address = { readonly city: string | undefined; readonly country: string | undefined };

/** Somebody to be screened: the subject, or one of the parties around it. */
export type Party = {
  /** `subject`, or the party key. */
  readonly key: string;
  readonly kind: PartyInput["kind"];
  /** As stated, without marks that would turn the sentences that name it. */
  readonly name: string;
  /** The name, the aliases, and given and family name together, each as it is read (DIL-17). */
  readonly names: readonly PartyName[];
  readonly birthDate: string | undefined;
  readonly gender: string | undefined;
  readonly countries: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly addresses: readonly Address[];
  /** Path of the party in the input, for evidence and warnings. */
  readonly path: string;
};

/** A name of a party, and where the input states it. */
export type PartyName = { readonly path: string; readonly read: ReadName };

/** A related party's place in the ownership of the subject: its share of `parentKey`, or of the subject itself. */
export type Owner = {
  readonly key: string;
  readonly name: string;
  readonly kind: RelatedParty["kind"];
  readonly birthDate: string | undefined;
  readonly countries: readonly string[];
  readonly role: RelatedParty["role"];
  readonly share: number | undefined;
  readonly parentKey: string | undefined;
};

export type Document = {
  readonly key: string;
  readonly kind: string;
  readonly datedOn: string | undefined;
  readonly fields: JsonObject;
  readonly text: string | undefined;
  readonly isReadable: boolean;
};

export type Clearance = {
  readonly clearedOn: string;
  readonly clearedBy: string;
  readonly entryVersion: string;
  /** `undefined`: for every party of the file. */
  readonly party: string | undefined;
};

/** An input as the stages use it. */
export type ReadInput = {
  readonly asOf: string;
  readonly today: string;
  readonly raw: JsonObject;
  readonly subjectKey: string;
  readonly clientKey: string | undefined;
  readonly subject: Party;
  /** Subject first, then related parties by key. */
  readonly parties: readonly Party[];
  readonly owners: readonly Owner[];
  /** By key. */
  readonly documents: readonly Document[];
  /** By list and entry; see `clearanceKey`. */
  readonly clearances: ReadonlyMap<string, readonly Clearance[]>;
  /** Keys of the checks asked for; `undefined` = all. */
  readonly requestedChecks: ReadonlySet<string> | undefined;
  readonly customList: readonly ListRow[] | undefined;
};

/** Reads a validated input; sorts by keys, never by order of arrival (TYPE-3). */
export function readInput(input: DiligenceInput, createdAt: string): ReadInput {
  const asOf = input.as_of ?? createdAt;
  const { subject_key: subjectKey, client_key: clientKey } = input.subject;
  const subject = readParty(input.subject, subjectParty, "subject");
  const related = (input.related_parties ?? []).toSorted((a, b) => byText(a.party_key, b.party_key));
  return {
    asOf,
    today: dateOf(asOf) ?? dateOf(createdAt) ?? "1970-01-01",
    raw: input,
    subjectKey,
    clientKey,
    subject,
    parties: [
      subject,
      ...related.map((party) => readParty(party, party.party_key, `related_parties[${party.party_key}]`)),
    ],
    owners: related.map((party) => ({
      key: party.party_key,
      name: party.name,
      kind: party.kind,
      birthDate: party.birth_date,
      countries: party.countries ?? [],
      role: party.role,
      share: party.ownership,
      parentKey: [subjectParty, subjectKey].includes(party.parent_key ?? subjectParty) ? undefined : party.parent_key,
    })),
    documents: (input.documents ?? []).map(readDocument).sort((a, b) => byText(a.key, b.key)),
    clearances: readClearances(input.prior_clearances ?? [], dateOf(asOf) ?? ""),
    requestedChecks: input.checks === undefined ? undefined : new Set(input.checks),
    customList: input.custom_list,
  };
}

/** The key of an entry of a list, as one unambiguous string. */
export function clearanceKey(listKey: string, entryId: string): string {
  return `${listKey}\n${entryId}`;
}

/** An address without a country is in the US when it names a state (TYPE-17: states are US states). */
export function readAddress({ city, state, country }: AddressInput): Address {
  return { city, country: country ?? (state === undefined ? undefined : "US") };
}

/** Marks that turn the direction of a text, and controls: a sentence with one would read backwards. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function readParty(party: PartyInput, key: string, path: string): Party {
  const { kind, name, family_name: family, given_name: given } = party;
  const stated = [
    { path: `${path}.name`, name },
    ...(party.aliases ?? []).map((alias, index) => ({ path: `${path}.aliases[${index}]`, name: alias })),
    ...(family === undefined || given === undefined
      ? []
      : [{ path: `${path}.family_name`, name: kind === "person" ? `${family}, ${given}` : `${given} ${family}` }]),
  ];
  return {
    key,
    kind,
    name: name.replace(unprintable, ""),
    names: stated.map((one) => ({
      path: one.path,
      read: readName(one.name, kind, { familyName: family, mayBeSeveral: one.path === `${path}.name` }),
    })),
    birthDate: party.birth_date,
    gender: party.gender,
    countries: party.countries ?? [],
    identifiers: party.identifiers ?? [],
    addresses: (party.addresses ?? []).map(readAddress),
    path,
  };
}

function readDocument(document: NonNullable<DiligenceInput["documents"]>[number]): Document {
  const { pages, text = pages?.join("\n"), fields = {} } = document;
  return {
    key: document.document_key,
    kind: document.kind,
    datedOn: document.dated_on,
    fields,
    text,
    isReadable: text !== undefined || (document.source_blob_ref === undefined && Object.keys(fields).length > 0),
  };
}

/** A clearance dated after `today` is ignored. */
function readClearances(
  rows: NonNullable<DiligenceInput["prior_clearances"]>,
  today: string,
): ReadonlyMap<string, readonly Clearance[]> {
  const clearances = new Map<string, Clearance[]>();
  for (const row of rows) {
    if (row.cleared_on > today) continue;
    const key = clearanceKey(row.list_key, row.entry_id);
    const clearance: Clearance = {
      clearedOn: row.cleared_on,
      clearedBy: row.cleared_by,
      entryVersion: String(row.entry_version),
      party: row.party,
    };
    const own = clearances.get(key);
    if (own === undefined) clearances.set(key, [clearance]);
    else own.push(clearance);
  }
  // A hit names the latest clearance.
  for (const own of clearances.values()) {
    own.sort((a, b) => byText(b.clearedOn, a.clearedOn) || byText(a.clearedBy, b.clearedBy));
  }
  return clearances;
}
