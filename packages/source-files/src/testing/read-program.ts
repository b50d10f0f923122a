/**
 * Reads the file of its argument as an import does and writes what came of it as one line of JSON: rows, what is not one, the
 * first message, and the peak of resident memory in MiB.
 */
import { readFile } from "node:fs/promises";
import { detectSource } from "../detect-source.ts";
import { openSourceFiles } from "../open-source-files.ts";
import { readSourceRows } from "../read-source-rows.ts";
import { SourceFileError } from "../source-file.ts";

const counts = { rows: 0, malformed: 0, faults: 0 };
let message = "";
try {
  for (const file of await openSourceFiles([process.argv[2] ?? ""])) {
    await detectSource(file);
    for await (const batch of readSourceRows(file)) {
      for (const row of batch) {
        if (row.kind === "row") counts.rows += 1;
        if (row.kind === "row" && row.faults !== undefined) counts.faults += 1;
        if (row.kind === "malformed") counts.malformed += 1;
        if (row.kind === "malformed" && message === "") message = row.message;
      }
    }
  }
} catch (error) {
  if (!(error instanceof SourceFileError)) throw error;
  message = `refused: ${error.message}`;
}
// The peak that getrusage reports is that of the parent too, if that was larger before it started this process.
const status = await readFile("/proc/self/status", "utf8").catch(() => "");
const kibibytes = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.memoryUsage().rss / 1024);
process.stdout.write(`${JSON.stringify({ ...counts, message, mebibytes: kibibytes / 1024 })}\n`);
