import { type ConfigIssue, isJsonArray, isJsonObject, type Json } from "@service/json";
import { patternSizes } from "./grammar.ts";
import { patternSize } from "./pattern-size.ts";
import { patternProblem } from "./patterns.ts";

interface Found {
  readonly source: string;
  readonly isFolded: true | undefined;
}

/**
 * Looks at all patterns of a configuration, wherever they stand, before anything else reads them: refuses those that are too
 * large together (COND-25), or compiles each, so that checks of single rules find what is known. Yields after each pattern,
 * for `inTurns`: compiling one may take milliseconds.
 */
export function* checkPatternsTogether(config: Json): Generator<undefined, ConfigIssue[]> {
  const found = patternsIn(config);
  let size = 0;
  for (const { source, isFolded } of found) {
    // One that is too large alone is named by the check of its own place.
    size += Math.min(patternSize(source, isFolded), patternSizes.pattern);
    if (size > patternSizes.configuration)
      return [{ path: "", message: "the patterns of a configuration are too large together" }];
    yield;
  }
  for (const { source, isFolded } of found) {
    patternProblem(source, isFolded);
    yield;
  }
  return [];
}

/** Walks without recursion: a configuration may be nested deeper than the stack. */
function patternsIn(config: Json): readonly Found[] {
  const found: Found[] = [];
  const waiting: Json[] = [config];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const part of next) waiting.push(part);
    if (!isJsonObject(next)) continue;
    const { op, value, pattern, flags, refuse_patterns: refused } = next;
    if (op === "matches" && typeof value === "string") found.push({ source: value, isFolded: undefined });
    if (typeof pattern === "string")
      found.push({ source: pattern, isFolded: typeof flags === "string" && flags.includes("i") ? true : undefined });
    if (isJsonArray(refused))
      for (const source of refused) if (typeof source === "string") found.push({ source, isFolded: true });
    for (const member of Object.values(next)) if (typeof member === "object" && member !== null) waiting.push(member);
  }
  return found;
}
