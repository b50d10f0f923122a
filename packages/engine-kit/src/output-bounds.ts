import { type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";

/** Caps of what a run stores (TYPE-46, TYPE-47). Bytes are UTF-8. */
const outputBounds = {
  outputBytes: 8 * 1024 * 1024,
  findings: 1000,
  evidence: 2000,
  solutions: 100,
  workItems: 200,
} as const;

export type BoundedOutput = {
  readonly output: JsonObject;
  readonly solutions?: readonly JsonObject[];
  /** True when anything was cut; the run is then degraded (TYPE-48). */
  readonly truncated: boolean;
};

/**
 * Brings an output within its caps: findings, evidence and solutions to their counts, then, while output and solutions
 * together exceed `bytesMax`, removes the tail of the list with the most bytes. Sets `provenance.truncated` when
 * anything is cut. Lists are ordered by importance, so the tail is the least important part.
 */
export function boundOutput(
  output: JsonObject,
  solutions: readonly JsonObject[] | undefined,
  bytesMax: number = outputBounds.outputBytes,
): BoundedOutput {
  let truncated = false;
  const capped: { [name: string]: Json } = { ...output };
  for (const name of ["findings", "evidence"] as const) {
    const list = capped[name];
    if (isJsonArray(list) && list.length > outputBounds[name]) {
      capped[name] = list.slice(0, outputBounds[name]);
      truncated = true;
    }
  }
  let document: JsonObject = { output: capped };
  if (solutions !== undefined) {
    truncated ||= solutions.length > outputBounds.solutions;
    document = { output: capped, solutions: solutions.slice(0, outputBounds.solutions) };
  }
  // Each round cuts the largest list by the whole excess, so few rounds are needed; the bound satisfies the compiler.
  for (let round = 0; round < 1000; round += 1) {
    const excess = bytesOf(document) - bytesMax;
    if (excess <= 0) break;
    const largest = largestList(document, [], undefined);
    if (largest === undefined) break;
    document = asObject(withCutList(document, largest.path, 0, keptLength(largest.list, excess)));
    truncated = true;
  }
  const bounded = asObject(document.output ?? {});
  const kept = document.solutions;
  return {
    output: truncated ? markedTruncated(bounded) : bounded,
    ...(isJsonArray(kept) ? { solutions: kept.filter(isJsonObject) } : {}),
    truncated,
  };
}

type FoundList = { readonly path: readonly string[]; readonly list: readonly Json[]; readonly bytes: number };

/** The outermost list with the most bytes; the first in document order among equals. */
function largestList(value: Json, path: readonly string[], best: FoundList | undefined): FoundList | undefined {
  if (isJsonArray(value)) {
    if (value.length === 0) return best;
    const bytes = bytesOf(value);
    return best === undefined || bytes > best.bytes ? { path, list: value, bytes } : best;
  }
  let largest = best;
  if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) largest = largestList(member, [...path, name], largest);
  return largest;
}

/** How many elements remain when the tail gives up at least `excess` bytes. */
function keptLength(list: readonly Json[], excess: number): number {
  let kept = list.length;
  let freed = 0;
  while (kept > 0 && freed < excess) {
    kept -= 1;
    freed += bytesOf(list[kept] ?? null) + 1;
  }
  return kept;
}

function withCutList(value: Json, path: readonly string[], at: number, kept: number): Json {
  const name = path[at];
  if (name === undefined) return isJsonArray(value) ? value.slice(0, kept) : value;
  return isJsonObject(value) ? { ...value, [name]: withCutList(value[name] ?? null, path, at + 1, kept) } : value;
}

function markedTruncated(output: JsonObject): JsonObject {
  const provenance = output.provenance;
  return { ...output, provenance: { ...(isJsonObject(provenance) ? provenance : {}), truncated: true } };
}

function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

function bytesOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value), "utf8");
}
