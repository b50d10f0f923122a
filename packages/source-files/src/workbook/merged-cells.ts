import type { MergedCells } from "../csv-header.ts";
import { columnOf } from "./sheet-records.ts";

const mark = Buffer.from("mergeCells");
/** Of a header: what is merged below it is of no use. */
const tailBytes = 1024 * 1024;
const areasMax = 10_000;

/** The merged cells of a sheet, which its XML lists behind the rows. The rows are not parsed. */
export async function readMergedCells(sheet: AsyncIterable<Uint8Array>): Promise<readonly MergedCells[]> {
  let tail: Buffer | undefined;
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of sheet) {
    if (tail !== undefined) {
      tail = Buffer.concat([tail, chunk]);
      if (tail.length > tailBytes) break;
      continue;
    }
    const bytes = Buffer.concat([before, chunk]);
    const at = bytes.indexOf(mark);
    if (at >= 0) tail = bytes.subarray(at);
    // Copied: a stream may reuse its chunk's memory.
    before = Buffer.from(bytes.subarray(-mark.length));
  }
  const areas: MergedCells[] = [];
  const pattern = /mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
  for (const [, first = "", firstLine, last = "", lastLine] of (tail?.toString("latin1") ?? "").matchAll(pattern)) {
    if (areas.length === areasMax) break;
    areas.push({
      firstLine: Number(firstLine),
      lastLine: Number(lastLine),
      first: columnOf(`${first}1`),
      last: columnOf(`${last}1`),
    });
  }
  return areas;
}
