import { RE2JS } from "re2js";

/** Most characters of a pattern. */
const patternCharsMax = 500;

/** What is wrong with a pattern of a configuration; undefined: nothing. RE2 syntax: no look-around, no back-references. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > patternCharsMax) return `must have at most ${patternCharsMax} characters`;
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch {
    return "must be a pattern in RE2 syntax";
  }
}

/**
 * Whether a text matches one of the patterns, in any case of letters; in time that is linear in the text (MODEL-79).
 * @throws for a pattern with a problem.
 */
export function compileRefusals(patterns: readonly string[]): (text: string) => boolean {
  const compiled = patterns.map((pattern) => RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE));
  return (text) => compiled.some((pattern) => pattern.matcher(text).find());
}
