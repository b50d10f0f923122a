import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { openSourceFiles, readSourceRows } from "@service/source-files";
import { compileMapping } from "../compile-mapping.ts";
import type { MappedRow } from "../mapped-row.ts";
import { shippedMapping } from "./shipped-mappings.ts";

/** What a shipped mapping makes of its fixture: every file of the folder, as an import reads it. */
async function rowsOf(name: string): Promise<readonly MappedRow[]> {
  const shipped = shippedMapping(name);
  if (shipped === undefined) throw new Error(name);
  const compiled = compileMapping(shipped.mapping);
  const folder = join(import.meta.dirname, "../../fixtures", name);
  const rows: MappedRow[] = [];
  const paths = readdirSync(folder).map((file) => join(folder, file));
  for (const file of await openSourceFiles(paths.toSorted())) {
    const mapping = compiled.ofFile(file.name);
    if (mapping === undefined) throw new Error(`nothing reads ${file.name}`);
    for await (const batch of readSourceRows(file, mapping.reading)) {
      for (const row of batch) if (row.kind === "row") rows.push(...mapping.mapRow(row.value));
    }
  }
  return rows;
}

function summaryOf(rows: readonly MappedRow[]) {
  return rows.map(({ kind, family, sourceId }) => `${kind} ${family} ${sourceId ?? "?"}`);
}

describe("files of the shipped mappings, as they are read", () => {
  test("native: CSV, NDJSON and JSON by the names of the families (IMP-43)", async () => {
    const rows = await rowsOf("native");
    expect(summaryOf(rows)).toEqual([
      "row accounts C1",
      "row accounts C2",
      "row locations L1",
      "row policies P1",
      "delete policies P0",
    ]);
    expect(rows[0]).toMatchObject({
      fields: {
        mailing_address: { city: "Galveston", state: "TX" },
        states: ["TX", "LA"],
        revenue: 1_250_000,
        attributes: { note: "calls first" },
      },
      findings: [],
    });
    expect(rows[2]).toMatchObject({ client: "C1", fields: { square_feet: 1500, values: { building: 900_000 } } });
  });

  test("wide_policy_csv: one bad date costs one policy, not its client (IMP-44, IMP-20)", async () => {
    const rows = await rowsOf("wide_policy_csv");
    expect(summaryOf(rows)).toEqual([
      "row accounts HARB01",
      "row policies WC0042|01/05/2026",
      "row carriers EXM",
      "row accounts HARB01",
      "quarantined policies GL0043|02/30/2026",
      "row carriers OTH",
    ]);
    expect(rows[4]).toMatchObject({ reasons: [{ field: "effective_on" }] });
  });

  test("nested_clients_json: a document and a list of deletions (IMP-45)", async () => {
    const rows = await rowsOf("nested_clients_json");
    expect(summaryOf(rows).toSorted()).toEqual([
      "delete accounts C9",
      "delete policies P9",
      "quarantined policies P2",
      "row accounts C1",
      "row carriers EXM",
      "row claims CL1",
      "row contacts CT1",
      "row coverages CV1",
      "row policies P1",
    ]);
  });
});
