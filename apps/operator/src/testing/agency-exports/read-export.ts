import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "@service/domain/connections";
import { importFiles } from "@service/domain/imports";
import { newOrganization, type TestDeps } from "@service/domain/testing";
import { isJsonObject, type Json, type JsonObject, parseJsonObject } from "@service/json";
import { type FamilyName, familyNames, rowTableOf } from "@service/record-families";
import { suggestMapping, type Suggestion } from "@service/record-mapping";
import { testOperator } from "@service/testing";
import { inspectFiles, sampleOf } from "../../inspect-files.ts";
import type { AgencyExport } from "./agency-export.ts";

/** What became of an export, and how it differs from what a broker reads in it. */
export interface ReadExport {
  readonly suggestion: Suggestion;
  /** Sentences; none where the suggested mapping works without an edit. */
  readonly faults: readonly string[];
}

/** Suggests a mapping for an export and imports it with that mapping, as it is. */
export async function readExport(deps: TestDeps, { name, content, truth }: AgencyExport): Promise<ReadExport> {
  const folder = await mkdtemp(join(tmpdir(), "export-"));
  try {
    const path = join(folder, name);
    await writeFile(path, content());
    const options = { items: undefined, rowsMax: undefined, onProgress: () => undefined };
    const suggestion = suggestMapping((await inspectFiles([path], options)).map(sampleOf));
    if (suggestion.mapping === undefined) return { suggestion, faults: ["no mapping"] };
    const organizationId = await newOrganization(deps);
    const mapping = JSON.stringify(suggestion.mapping);
    const { id: connectionId } = await createConnection(deps, testOperator, {
      organizationId,
      name: "export",
      kind: "import",
      mapping,
    });
    const outcome = await importFiles(deps, testOperator, "every", { connectionId, paths: [path], accept: [] });
    if (outcome.state !== "served") return { suggestion, faults: [`${outcome.state}: ${outcome.reason ?? ""}`] };
    const faults = Object.entries(outcome.counts).flatMap(([family, { quarantined }]) =>
      quarantined === 0 ? [] : [`${quarantined} ${family} quarantined`],
    );
    for (const family of familyNames) {
      const rows = await rowsOf(deps, connectionId, family);
      faults.push(...faultsIn(family, rows, truth));
    }
    return { suggestion, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function rowsOf(deps: TestDeps, connectionId: string, family: FamilyName): Promise<readonly JsonObject[]> {
  const { rows } = await deps.db.pool.query<{ fields: string }>(
    `select fields from ${rowTableOf(family)} where connection_id = $1 and to_seq is null order by source_id`,
    [connectionId],
  );
  return rows.map(({ fields }) => parseJsonObject(fields));
}

function faultsIn(family: FamilyName, rows: readonly JsonObject[], truth: AgencyExport["truth"]): readonly string[] {
  const faults: string[] = [];
  const count = truth.counts[family];
  if (count !== undefined && count !== rows.length) faults.push(`${rows.length} ${family} instead of ${count}`);
  for (const field of truth.filled[family] ?? []) {
    const empty = rows.filter((row) => row[field] === undefined).length;
    if (empty > 0) faults.push(`${family}.${field} is empty in ${empty} of ${rows.length}`);
  }
  for (const [, expected] of truth.rows.filter(([of]) => of === family)) {
    const [[key, value] = ["", null]] = Object.entries(expected);
    const row = rows.find((each) => JSON.stringify(each[key]) === JSON.stringify(value));
    if (row === undefined) faults.push(`no ${family} with ${key} ${JSON.stringify(value)}`);
    else
      for (const [field, want] of Object.entries(expected)) {
        const has = row[field];
        if (!isSame(has, want))
          faults.push(
            `${family}.${field} of ${JSON.stringify(value)} is ${JSON.stringify(has)}, not ${JSON.stringify(want)}`,
          );
      }
  }
  return faults;
}

function isSame(has: Json | undefined, want: Json | undefined): boolean {
  if (!isJsonObject(want)) return JSON.stringify(has) === JSON.stringify(want);
  return isJsonObject(has) && Object.entries(want).every(([name, value]) => isSame(has[name], value));
}
