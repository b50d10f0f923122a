import { createHash } from "node:crypto";
import type { SharedDataset } from "@service/engine-kit";

/** Rows that the service itself has for a run, as threads take them: one line of JSON each. */
export function datasetOfLines(
  datasetKey: string,
  lines: readonly string[],
  { version, asOf }: { readonly version: string; readonly asOf: string },
): SharedDataset {
  const size = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  const text = Buffer.from(new SharedArrayBuffer(size));
  const digest = createHash("sha256");
  let at = 0;
  for (const line of lines) {
    at += text.write(`${line}\n`, at);
    digest.update(`${line}\n`);
  }
  const sha256 = digest.digest("hex");
  // Equal rows are parsed once in a thread.
  return { versionId: `${datasetKey} ${sha256}`, datasetKey, version, sha256, asOf, text };
}
