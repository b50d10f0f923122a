import type { Passage } from "./passage.ts";

/** Of all passages of a question (GROUND-23). */
const gatheredLimits = { passages: 40, bytes: 64 * 1024 } as const;

/**
 * The best of each source within the bounds: first the best one of every source, then the second ones, and so on, so that
 * no source displaces the others. They are returned source by source, each in its order.
 */
export function withinBounds(sources: readonly (readonly Passage[])[]): readonly (readonly Passage[])[] {
  const kept = sources.map((): Passage[] => []);
  let passages = 0;
  let bytes = 0;
  const longest = Math.max(0, ...sources.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1)
    for (const [at, source] of sources.entries()) {
      const passage = source[rank];
      if (passage === undefined) continue;
      const size = Buffer.byteLength(passage.text) + Buffer.byteLength(passage.title);
      if (passages === gatheredLimits.passages || bytes + size > gatheredLimits.bytes) continue;
      passages += 1;
      bytes += size;
      kept[at]?.push(passage);
    }
  return kept;
}
