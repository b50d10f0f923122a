import { cut, type JsonObject } from "@service/json";
import { familyOf, type FamilyName, familyNames } from "@service/record-families";
import {
  type BookRead,
  findRow,
  presentRow,
  readBook,
  readPage,
  rowsOfClients,
  todayOf,
  withoutHiddenTexts,
} from "../../../book/records/index.ts";
import type { BookView } from "../../../book/seats/index.ts";
import { type Evidence, noEvidence } from "../evidence.ts";
import { fieldsAsText } from "../fields-as-text.ts";
import { rankTexts } from "../rank-texts.ts";
import { selectedAll, selectedOne } from "../selected.ts";
import { passageCharsMax } from "../divide-page.ts";
import {
  type FromSource,
  type GroundingDeps,
  opens,
  type Reach,
  type SourceOf,
  type SourceQuestion,
} from "./source-question.ts";
import { bookNeeds } from "./book-needs.ts";

/** What a selector without families reads of a client. */
const usualFamilies: readonly FamilyName[] = ["accounts", "policies", "coverages", "claims", "contacts"];
/** Rows of a family that are compared with the question. */
const rowsMax = 200;

/** What a passage is made of. */
interface ShownRow {
  readonly family: FamilyName;
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** Whether the book may be read at all for the viewer: a `BookView` and the capability. */
export function mayReadBook({ viewer }: SourceQuestion): boolean {
  return opens(viewer, "records:read") && viewer.book !== null;
}

/** What a viewer needs of an answer that the book was read for. */
export function needsOfBook({ viewer }: SourceQuestion): Evidence {
  return {
    ...noEvidence(viewer.organizationId),
    capabilities: ["records:read"],
    isLiveOnly: true,
    book: viewer.book === null ? [] : [bookNeeds(viewer.book)],
  };
}

/**
 * Rows of a client, and of the agency's own tables, as the public routes show them to the seat: the client of the subject,
 * else the one that the selector names. Without a selector no passage is made of them for an answerer that looks values up.
 * @returns undefined without the right or without a person.
 */
export async function fromRecords(
  deps: GroundingDeps,
  question: SourceQuestion,
  { selector: given, top_k }: SourceOf<"records">,
): Promise<FromSource | undefined> {
  const { viewer, variables, reach, query, looksUp, signal } = question;
  if (!mayReadBook(question) || viewer.book === null) return undefined;
  const needs = needsOfBook(question);
  const selector = given ?? (looksUp ? undefined : {});
  const place = selector === undefined ? undefined : placeOf(reach, selector, variables);
  if (selector === undefined || place === undefined) return { passages: [], needs };
  const families = selectedAll(selector.families, variables)?.filter(isFamily) ?? usualFamilies;
  const { book, result } = await readBook(
    deps,
    { viewer: viewer.book, connectionId: place.connectionId, signal },
    async (read) => rowsOf(deps, read, { view: read.viewer, families, place }),
  );
  return {
    passages: rankTexts(query, result)
      .slice(0, top_k)
      .map(({ item: { family, key, title, text } }) => ({
        kind: "records",
        ref: { connection_id: book.connectionId, family, key },
        title,
        locator: null,
        text,
      })),
    needs,
  };
}

function isFamily(name: string): name is FamilyName {
  return familyNames.some((family) => family === name);
}

/** Where rows are read. */
interface Place {
  readonly connectionId: string | undefined;
  /** Undefined: only the agency's own tables. */
  readonly clientKey: string | undefined;
  readonly policyKey: string | undefined;
}

/** Undefined where the selector and the subject have nothing in common, or a variable is missing. */
function placeOf(
  reach: Reach,
  selector: NonNullable<SourceOf<"records">["selector"]>,
  variables: SourceQuestion["variables"],
): Place | undefined {
  if (reach.kind === "none") return undefined;
  const ofSubject = reach.kind === "client" ? reach : undefined;
  const chosen: { [Member in "connection" | "client" | "policy"]?: string } = {};
  for (const [name, value, fixed] of [
    ["connection", selector.connection_id, reach.connectionId],
    ["client", selector.client_key, ofSubject?.clientKey],
    ["policy", selector.policy_key, ofSubject?.policyKey],
  ] as const) {
    const given = value === undefined ? undefined : selectedOne(value, variables);
    if (value !== undefined && given === undefined) return undefined;
    if (given !== undefined && fixed !== undefined && given !== fixed) return undefined;
    const one = fixed ?? given;
    if (one !== undefined) chosen[name] = one;
  }
  return { connectionId: chosen.connection, clientKey: chosen.client, policyKey: chosen.policy };
}

async function rowsOf(
  deps: GroundingDeps,
  read: BookRead,
  {
    view,
    families,
    place,
  }: { readonly view: BookView; readonly families: readonly FamilyName[]; readonly place: Place },
): Promise<readonly ShownRow[]> {
  const shown: ShownRow[] = [];
  for (const family of families) {
    const { connectionId, attributeClasses } = read;
    const stored = await storedRows(deps, read, family, place);
    for (const row of await withoutHiddenTexts(deps, read, family, stored)) {
      const fields = presentRow(family, row, { connectionId, policy: view.policy, attributeClasses });
      if (!isOfPolicy(fields, family, row.key, place.policyKey)) continue;
      shown.push({ family, key: row.key, title: titleOfRow(family, fields), text: textOfRow(family, fields) });
    }
  }
  return shown;
}

type StoredRow = Parameters<typeof presentRow>[1];

async function storedRows(
  deps: GroundingDeps,
  read: BookRead,
  family: FamilyName,
  { clientKey }: Place,
): Promise<readonly StoredRow[]> {
  if (familyOf(family).owner === "agency") {
    const query = { family, order: { field: undefined, direction: "asc" }, filters: {}, today: todayOf(deps) } as const;
    return (await readPage(deps, read, query, { limit: rowsMax, after: undefined })).rows;
  }
  if (clientKey === undefined) return [];
  if (family === "accounts") {
    const row = await findRow(deps, read, family, clientKey);
    return row === undefined ? [] : [row];
  }
  return rowsOfClients(deps, read, family, { clients: [clientKey], perClient: rowsMax });
}

/** A row that belongs to other policies is not of the policy; one that belongs to none is. */
function isOfPolicy(fields: JsonObject, family: FamilyName, key: string, policyKey: string | undefined): boolean {
  if (policyKey === undefined || family === "accounts") return true;
  if (family === "policies") return key === policyKey;
  const { policy_key: one, policy_keys: several } = fields;
  if (Array.isArray(several) && several.length > 0) return several.includes(policyKey);
  return one === undefined || one === null || one === policyKey;
}

const nameFields = [
  "name",
  "policy_number",
  "claim_number",
  "title",
  "subject",
  "number",
  "label",
  "code",
  "line",
] as const;

function titleOfRow(family: FamilyName, fields: JsonObject): string {
  const name = nameFields.map((field) => fields[field]).find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? `${family}: ${name}` : family;
}

/** The family's own fields: where a row came from, and its key, answer no question. */
function textOfRow(family: FamilyName, fields: JsonObject): string {
  const names = [...Object.keys(familyOf(family).fields), "attributes"];
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  return cut(fieldsAsText(own), passageCharsMax);
}
