import { familiesOf, familyOf } from "@service/engine-kit";
import { byText } from "@service/json";
import type { ComparedRow } from "./diff-rows.ts";
import { lineInWords } from "./in-words.ts";
import { isBurden } from "./item.ts";

/** A line, or a whole part of a package, that an item does not have at all. */
export type LostLine = {
  /** The line that its rows stand in. */
  readonly line: string;
  /** What is lost, as a client calls it: "general liability"; of a package "commercial property coverage". */
  readonly name: string;
  /** Completes the finding's key: the line, or line and family of a part. */
  readonly key: string;
  /** The `included` rows of its coverages. */
  readonly rows: readonly ComparedRow[];
};

const lineOfFamily: ReadonlyMap<string, string> = new Map([
  ["gl", "general_liability"],
  ["property", "commercial_property"],
  ["auto", "commercial_auto"],
  ["wc", "workers_compensation"],
]);

/**
 * The lines that the item at `index` lacks although the reference has them (CMP-90): a lost line is one finding. A
 * package that is lost in part is reported by its parts.
 */
export function lostLines(rows: readonly ComparedRow[], index: number): readonly LostLine[] {
  const lost: LostLine[] = [];
  for (const [line, included] of byKey(rows.filter(isHeld), ({ line }) => line)) {
    if (included.every((row) => isLost(row, index))) {
      lost.push({ line, name: lineInWords(line), key: line, rows: included });
      continue;
    }
    const own = included.filter((row) => familiesOf(line).length > 1 && familiesOf(line).includes(familyOfRow(row)));
    for (const [family, part] of byKey(own, familyOfRow)) {
      if (part.length < 2 || !part.every((row) => isLost(row, index))) continue;
      lost.push({ line, name: lineInWords(lineOfFamily.get(family) ?? line), key: `${line}/${family}`, rows: part });
    }
  }
  return lost.sort((a, b) => byText(a.key, b.key));
}

/** A coverage that the reference has; a deductible of its own is not one. */
function isHeld(row: ComparedRow): boolean {
  return row.attribute === "included" && !isBurden(row.coverage) && row.reference.state === "stated";
}

function isLost({ differences }: ComparedRow, index: number): boolean {
  return differences[index]?.status === "missing";
}

function familyOfRow({ line, coverage }: ComparedRow): string {
  return familyOf(line, coverage);
}

function byKey(rows: readonly ComparedRow[], keyOf: (row: ComparedRow) => string): ReadonlyMap<string, ComparedRow[]> {
  const lists = new Map<string, ComparedRow[]>();
  for (const row of rows) {
    const list = lists.get(keyOf(row));
    if (list === undefined) lists.set(keyOf(row), [row]);
    else list.push(row);
  }
  return lists;
}
