import type { FamilyName } from "@service/record-families";
import {
  bestColumn,
  bestOf,
  type Confidence,
  type Group,
  type GroupColumn,
  hasOwnerWord,
  likelyScore,
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
    const confidence = repeats ? "likely" : "sure";
    const why = repeats ? "its header says so, though values repeat" : "its header says so";
    return { columns: [found.column], from: [path], confidence, why };
  }
  if (family === "policies") {
    const parts = ["policy_number", "effective_on"].map((target) => bestColumn(group, family, target, primary));
    const columns = parts.flatMap((part) => (part !== undefined && part.score >= likelyScore ? [part.column] : []));
    if (columns.length < parts.length) return undefined;
    const why = "no column has ids: number and effective date tell one policy from another";
    return { columns, from: columns.map(({ path }) => path), confidence: "likely", why };
  }
  const name = family === "accounts" || family === "carriers" ? bestColumn(group, family, "name", primary) : undefined;
  if (name === undefined || name.score < likelyScore) return undefined;
  const why = "no column has ids: the name tells one from another";
  return { columns: [name.column], from: [name.column.path], confidence: "likely", why, isName: true };
}

/** The id of a row that this one belongs to: a column beside it, or of the document around it. */
export function parentIdentity(
  family: FamilyName,
  group: Group,
  groups: readonly Group[],
  primary: FamilyName,
): Identity | undefined {
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
