import { createHash } from "node:crypto";
import { type Database, statement } from "@service/db";
import type { CurrentDataset } from "./current-datasets.ts";

/** Rows fetched at a time: small enough not to block the event loop. */
const pageRows = 2_000;

const measureRows = statement(
  "dataset_rows_measure",
  "select count(*) as rows, coalesce(sum(octet_length(body) + 1), 0)::int8 as bytes from dataset_rows where version_id = $1",
);

/**
 * The rows of a version as the hashed text (parsed by `readDatasetText` of engine-types), in memory shared by threads.
 * @returns `gone` when newer imports pruned it meanwhile, `inconsistent` when the stored rows do not have the hash.
 */
export async function readStoredRows(
  db: Database,
  { versionId, rows: rowsExpected, sha256 }: CurrentDataset,
): Promise<Uint8Array | "gone" | "inconsistent"> {
  return db.inTransaction(async (tx) => {
    // One snapshot for the size and the rows.
    await tx.query("set transaction isolation level repeatable read, read only");
    const size = await tx.query(measureRows([versionId]));
    const { rows: rowsStored, bytes } = size.rows[0] ?? { rows: 0, bytes: 0 };
    if (rowsStored === 0) return "gone";
    if (rowsStored !== rowsExpected) return "inconsistent";
    const text = Buffer.from(new SharedArrayBuffer(bytes));
    const hash = createHash("sha256");
    // A cursor sorts once; paging by key would need an index in this collation.
    await tx.query(
      `declare stored_rows no scroll cursor for
       select body from dataset_rows where version_id = $1 order by row_key collate "C"`,
      [versionId],
    );
    let written = 0;
    for (;;) {
      const page = await tx.query<{ body: string }>(`fetch ${pageRows} from stored_rows`);
      if (page.rows.length === 0) break;
      const lines = Buffer.from(page.rows.map(({ body }) => `${body}\n`).join(""), "utf8");
      hash.update(lines);
      written += lines.copy(text, written);
    }
    return hash.digest("hex") === sha256 && written === bytes ? text : "inconsistent";
  });
}
