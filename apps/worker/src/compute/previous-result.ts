import type { SharedDataset } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, sha256Hex, parseJson } from "@service/json";
import type { ClaimedRun } from "@service/domain/runs";

/** The previous run's output, unparsed, up to 8 MiB: the main thread must never parse it. */
export type PreviousResult = {
  readonly runId: string;
  /** RFC 3339 */
  readonly completedAt: string;
  /** UTF-8, in memory that threads share. */
  readonly output: Uint8Array;
};

/** The previous result as a dataset; none when the type does not compare, or the output is not an object. */
export function previousDataset(
  engineType: ClaimedRun["engineType"],
  previous: PreviousResult,
): SharedDataset | undefined {
  const { previousRun } = findEngineType(engineType);
  const { buffer, byteOffset, byteLength } = previous.output;
  const output = parseJson(Buffer.from(buffer, byteOffset, byteLength).toString("utf8"));
  if (!previousRun || !isJsonObject(output)) return undefined;
  const lines = previousRun
    .rowsOf(output)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
  return {
    versionId: previous.runId,
    datasetKey: previousRun.datasetKey,
    version: previous.runId,
    sha256: sha256Hex(lines),
    asOf: previous.completedAt,
    text: Buffer.from(lines, "utf8"),
  };
}
