import { hash } from "node:crypto";
import type { JsonObject } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";
import type { DeliveredRow, Delivery } from "../delivery.ts";
import type { MappedRow } from "@service/record-mapping";

type Kept = Extract<MappedRow, { kind: "row" }>;

export function row(family: FamilyName, sourceId: string, fields: JsonObject = {}, owners: Partial<Kept> = {}): Kept {
  return { kind: "row", family, sourceId, fields, findings: [], ...owners };
}

export const account = (id: string, fields: JsonObject = {}): Kept =>
  row("accounts", id, { name: `Client ${id}`, ...fields });
export const policy = (id: string, client: string, fields: JsonObject = {}): Kept =>
  row("policies", id, { policy_number: `P-${id}`, effective_on: "2026-01-01", ...fields }, { client });
export const coverage = (id: string, of: string, fields: JsonObject = {}): Kept =>
  row(
    "coverages",
    id,
    { line: "umbrella", coverage: "umbrella_occurrence", included: true, ...fields },
    { policy: of },
  );
export const gone = (family: FamilyName, sourceId: string): MappedRow => ({ kind: "delete", family, sourceId });

const batchRows = 200;

/** A delivery of these rows, each on a line of its own. */
export function deliveryOf(
  rows: readonly MappedRow[],
  changes: Partial<Delivery> & { readonly beforeBatch?: (batch: number) => Promise<void> | void } = {},
): Delivery {
  const { beforeBatch, ...rest } = changes;
  const sha256 = hash("sha256", JSON.stringify(rows), "hex");
  return {
    files: [{ name: "book.ndjson", path: "book.ndjson", bytes: rows.length, sha256 }],
    mapping: "{}",
    mappingHash: "mapping",
    families: familyNames,
    problems: () => [],
    hints: () => [],
    async *rows() {
      for (let begin = 0; begin < rows.length; begin += batchRows) {
        await beforeBatch?.(begin / batchRows);
        yield rows.slice(begin, begin + batchRows).map((mapped, index): DeliveredRow => ({
          file: 0,
          line: begin + index + 1,
          mapped: [mapped],
          source: "as it came",
        }));
      }
    },
    async *sources(places) {
      for (const [file, lines] of places) for (const line of lines) yield { file, line, source: "as it came" };
    },
    shareRead: () => 0.5,
    ...rest,
  };
}
