import { type FamilyName, familyOf } from "@service/record-families";
import {
  bestColumn,
  bestOf,
  type Confidence,
  type Group,
  type GroupColumn,
  hasOwnerWord,
  likelyScore,
  namePartsOf,
  sureScore,
} from "./column-groups.ts";
import { headerWords, idPhrases } from "./header-words.ts";

/** The columns that tell one row from another. */
export interface Identity {
  readonly columns: readonly GroupColumn[];
  readonly from: readonly string[];
  readonly confidence: Confidence;
  readonly why: string;
  /** No column has ids: the name of the row stands for one. */
  readonly isName?: true;
}

/** The id of a row of a family: a column of ids, else what else identifies it. */
export function identityOf(family: FamilyName, group: Group, primary: FamilyName): Identity | undefined {
  const bare = family === primary ? [headerWords("id")] : [];
  const found = bestOf(group, [...idPhrases(family), ...bare], family, primary);
  if (found !== undefined && found.score >= sureScore) {
    const { column, path } = found.column;
    const repeats = family === primary && column.isDistinctExact && column.distinct < column.filled;
    const owner = repeats && familyOf(family).owner === "row of a client" ? clientOf(family, group) : undefined;
    if (owner !== undefined && family !== "policies") {
      const columns = [...owner.columns, found.column];
      const why = "its values repeat: it tells the rows of one client apart";
      return { columns, from: columns.map((each) => each.path), confidence: "likely", why };
    }
    const confidence = repeats ? "likely" : "sure";
    const why = repeats ? "its header says so, though values repeat" : "its header says so";
    return { columns: [found.column], from: [path], confidence, why };
  }
  const natural = family === primary ? naturalIdentity(family, group) : undefined;
  if (natural !== undefined) return natural;
  if (family === "policies") {
    const parts = ["policy_number", "effective_on"].map((target) => bestColumn(group, family, target, primary));
    const columns = parts.flatMap((part) => (part !== undefined && part.score >= likelyScore ? [part.column] : []));
    if (columns.length < parts.length) return undefined;
    const why = "no column has ids: number and effective date tell one policy from another";
    return { columns, from: columns.map(({ path }) => path), confidence: "likely", why };
  }
  if (family !== "accounts" && family !== "carriers") return undefined;
  const best = bestColumn(group, family, "name", primary);
  // `Plan Name` beside a policy names no client.
  const isOwn = best !== undefined && (family === primary || hasOwnerWord(best.column, family));
  const name = isOwn && best.score >= likelyScore ? best.column : undefined;
  const parts = name?.column.filled === name?.column.of ? undefined : namePartsOf(group, family, "name", primary);
  const why = "no column has ids: the name tells one from another";
  if (parts !== undefined) {
    const columns = [...(name === undefined ? [] : [name]), parts.last, parts.first];
    return { columns, from: columns.map(({ path }) => path), confidence: "likely", why };
  }
  return name && { columns: [name], from: [name.path], confidence: "likely", why, isName: true };
}

/** Fields that tell the rows of one client apart where no column has ids. */
const naturalKeys: Partial<Record<FamilyName, readonly string[]>> = {
  vehicles: ["vin"],
  drivers: ["name", "birth_date"],
  contacts: ["name", "email"],
  locations: ["address.line1", "address.zip"],
};

function naturalIdentity(family: FamilyName, group: Group): Identity | undefined {
  const keys = naturalKeys[family];
  const owner = keys && clientOf(family, group);
  if (keys === undefined || owner === undefined) return undefined;
  const own = keys.flatMap((target) => {
    const parts = namePartsOf(group, family, target, family);
    if (parts !== undefined) return [parts.last, parts.first];
    const found = bestColumn(group, family, target, family);
    return found !== undefined && found.score >= sureScore ? [found.column] : [];
  });
  if (own.length === 0) return undefined;
  const columns = [...owner.columns, ...own];
  const why = "no column has ids: these tell the rows of one client apart";
  return { columns, from: columns.map(({ path }) => path), confidence: "likely", why };
}

/** The column that names the client of a row, by an id or a name of its own. */
function clientOf(family: FamilyName, group: Group): Identity | undefined {
  const client = family === "accounts" ? undefined : identityOf("accounts", group, family);
  return client?.columns.every((column) => hasOwnerWord(column, "accounts")) === true ? client : undefined;
}

/** The id of a row that this one belongs to: a column beside it, or of the document around it. */
export function parentIdentity(
  family: FamilyName,
  { group, groups, primary, homes }: IdentityContext,
): Identity | undefined {
  const named = homes.get(family);
  const reference = named === undefined ? undefined : group.columns.find((column) => isReference(column, named, group));
  if (reference !== undefined) {
    const why = `it is called like the id of ${named?.file ?? ""}`;
    return { columns: [reference], from: [reference.path], confidence: "sure", why };
  }
  const own = identityOf(family, group, primary);
  if (own !== undefined && own.from.length === 1 && own.columns.some((column) => hasOwnerWord(column, family)))
    return own;
  const outer = groups.filter(({ each }) => each !== group.each && group.each.startsWith(each));
  for (const around of outer.toReversed()) {
    if (around.families.at(-1) !== family) continue;
    const id = identityOf(family, around, family);
    if (id === undefined) continue;
    const steps = group.each.slice(around.each.length).split("[]").length - 1;
    const from = id.from.map((path) => (around.each === "" ? path : path.replace(/^@/, `@${steps}`)));
    return { ...id, columns: [], from, why: "it stands inside the document of it" };
  }
  return own;
}

/** Where the rows of a family stand in a delivery, and what their column of ids is called. */
export interface Home {
  readonly file: string;
  readonly group: Group;
  readonly id: GroupColumn;
}

export interface IdentityContext {
  readonly group: Group;
  /** Of the same file. */
  readonly groups: readonly Group[];
  readonly primary: FamilyName;
  /** Of all files, where one column has the ids. */
  readonly homes: ReadonlyMap<FamilyName, Home>;
}

function isReference({ words }: GroupColumn, { group: home, id }: Home, group: Group): boolean {
  const isBare = [...id.words].every((word) => word === "id" || word === "number" || word === "code");
  return home !== group && !isBare && words.size === id.words.size && [...words].every((word) => id.words.has(word));
}
