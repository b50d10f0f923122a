import { tokensOf } from "@service/engine-kit";
import { dateOf, type JsonObject, byText, number, objectsIn, oneOf, part, text, textsIn } from "@service/json";
import { scalarText } from "./fields.ts";
import { identifierTypes, partyKinds, partyRoles, subjectParty } from "./codes.ts";
import type { Identifier } from "./stages/identifiers.ts";
import { screenableName, spellingsOf } from "./stages/screenable-name.ts";

export type Address = { readonly city: string | undefined; readonly country: string | undefined };

/** Somebody to be screened: the subject, or one of the parties around it. */
export type Party = {
  /** `subject`, or the party key. */
  readonly key: string;
  readonly kind: (typeof partyKinds)[number];
  /** As stated. */
  readonly name: string;
  /** Every spelling to be searched: name, aliases, given and family name together, look-alikes spelled as they look. */
  readonly searchNames: readonly string[];
  /** Normalized words of a person's family name; they weigh more (TYPE-123). */
  readonly familyTokens: ReadonlySet<string> | undefined;
  readonly birthDate: string | undefined;
  readonly gender: string | undefined;
  readonly countries: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly addresses: readonly Address[];
  /** Path of the party in the input, for evidence and warnings. */
  readonly path: string;
  readonly givenNames: readonly { readonly path: string; readonly name: string }[];
};

/** A related party's place in the ownership of the subject: its share of `parentKey`, or of the subject itself. */
export type Owner = {
  readonly key: string;
  readonly name: string;
  readonly role: (typeof partyRoles)[number];
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

export type DiligenceInput = {
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
  readonly customList: readonly JsonObject[] | undefined;
};

/** Reads a validated input; sorts by keys, never by order of arrival (TYPE-3). */
export function readInput(raw: JsonObject, createdAt: string): DiligenceInput {
  const asOf = text(raw, "as_of") ?? createdAt;
  const given = part(raw, "subject");
  const subject = readParty(given, subjectParty, "subject");
  const related = objectsIn(raw["related_parties"]).toSorted((a, b) =>
    byText(text(a, "party_key") ?? "", text(b, "party_key") ?? ""),
  );
  const subjectKey = text(given, "subject_key") ?? "";
  const { checks, custom_list: customList } = raw;
  return {
    asOf,
    today: dateOf(asOf) ?? dateOf(createdAt) ?? "1970-01-01",
    raw,
    subjectKey,
    clientKey: text(given, "client_key"),
    subject,
    parties: [
      subject,
      ...related.map((party) =>
        readParty(party, text(party, "party_key") ?? "", `related_parties[${text(party, "party_key") ?? ""}]`),
      ),
    ],
    owners: related.map((party) => {
      const parent = text(party, "parent_key");
      return {
        key: text(party, "party_key") ?? "",
        name: text(party, "name") ?? "",
        role: oneOf(partyRoles, party["role"]) ?? "other",
        share: number(party, "ownership"),
        parentKey: parent === subjectParty || parent === subjectKey ? undefined : parent,
      };
    }),
    documents: objectsIn(raw["documents"])
      .map(readDocument)
      .sort((a, b) => byText(a.key, b.key)),
    clearances: readClearances(objectsIn(raw["prior_clearances"]), dateOf(asOf) ?? ""),
    requestedChecks: checks === undefined ? undefined : new Set(textsIn(checks)),
    customList: customList === undefined ? undefined : objectsIn(customList),
  };
}

/** The key of an entry of a list, as one unambiguous string. */
export function clearanceKey(listKey: string, entryId: string): string {
  return `${listKey}\n${entryId}`;
}

/** Identifiers of a party or a list entry, those of unknown type left out. */
export function readIdentifiers(list: readonly JsonObject[]): readonly Identifier[] {
  return list.flatMap((identifier): Identifier[] => {
    const type = oneOf(identifierTypes, identifier["type"]);
    const value = text(identifier, "value");
    if (type === undefined || value === undefined) return [];
    return [{ type, value, jurisdiction: text(identifier, "jurisdiction") }];
  });
}

/** An address without a country is in the US when it names a state (TYPE-17: states are US states). */
export function readAddress(address: JsonObject): Address {
  const country = text(address, "country") ?? (text(address, "state") === undefined ? undefined : "US");
  return { city: text(address, "city"), country };
}

function readParty(party: JsonObject, key: string, path: string): Party {
  const kind = oneOf(partyKinds, party["kind"]) ?? "organization";
  const name = text(party, "name") ?? "";
  const family = text(party, "family_name");
  const given = text(party, "given_name");
  const givenNames = [
    { path: `${path}.name`, name },
    ...textsIn(party["aliases"]).map((alias, index) => ({ path: `${path}.aliases[${index}]`, name: alias })),
    ...(family === undefined || given === undefined
      ? []
      : [{ path: `${path}.family_name`, name: `${given} ${family}` }]),
  ];
  // Comparison ignores word order: two names with the same words are one search.
  const searchNames = new Map<string, string>();
  for (const { name: one } of givenNames) {
    for (const spelling of spellingsOf(one)) {
      const words = tokensOf(spelling).sort().join(" ");
      if (words !== "" && !searchNames.has(words)) searchNames.set(words, spelling);
    }
  }
  const familyTokens =
    kind === "person" && family !== undefined ? new Set(tokensOf(screenableName(family))) : undefined;
  return {
    key,
    kind,
    name,
    searchNames: [...searchNames.values()],
    familyTokens: familyTokens?.size === 0 ? undefined : familyTokens,
    birthDate: text(party, "birth_date"),
    gender: text(party, "gender"),
    countries: textsIn(party["countries"]),
    identifiers: readIdentifiers(objectsIn(party["identifiers"])),
    addresses: objectsIn(party["addresses"]).map(readAddress),
    path,
    givenNames,
  };
}

function readDocument(document: JsonObject): Document {
  const body = text(document, "text");
  const fields = part(document, "fields");
  return {
    key: text(document, "document_key") ?? "",
    kind: text(document, "kind") ?? "",
    datedOn: text(document, "dated_on"),
    fields,
    text: body,
    isReadable: body !== undefined || (document["source_blob_ref"] === undefined && Object.keys(fields).length > 0),
  };
}

/** A clearance dated after `today` is ignored. */
function readClearances(rows: readonly JsonObject[], today: string): ReadonlyMap<string, readonly Clearance[]> {
  const clearances = new Map<string, Clearance[]>();
  for (const row of rows) {
    const clearedOn = text(row, "cleared_on") ?? "";
    if (clearedOn > today) continue;
    const key = clearanceKey(text(row, "list_key") ?? "", text(row, "entry_id") ?? "");
    const clearance: Clearance = {
      clearedOn,
      clearedBy: text(row, "cleared_by") ?? "",
      entryVersion: scalarText(row["entry_version"]),
      party: text(row, "party"),
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
