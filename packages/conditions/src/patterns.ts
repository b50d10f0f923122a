import { RE2JS } from "re2js";
import { patternSizes, ruleLimits } from "./grammar.ts";
import { patternSize } from "./pattern-size.ts";

/** What was found about patterns, oldest first: a configuration is checked when it is saved, validated and published. */
const compiled = new Map<string, string | undefined>();
const compiledMax = 8_192;

/** A pattern compiled for the linear-time engine (RE2 semantics). */
export type Pattern = {
  /** True when the pattern occurs anywhere in `text`; authors write anchors themselves. */
  readonly isFoundIn: (text: string) => boolean;
  /** First occurrence at or after `from` with its groups (group 0 is the whole), or `undefined`. Offsets are UTF-16 indices. */
  readonly find: (text: string, from?: number) => PatternMatch | undefined;
};
export type PatternMatch = {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
};

/**
 * The problem of a pattern, or `undefined`. RE2 has neither backreferences nor lookaround; they are refused here.
 * @param isFolded it will be compiled without case, whatever it says itself.
 */
export function patternProblem(source: string, isFolded?: true): string | undefined {
  if (Buffer.byteLength(source, "utf8") > ruleLimits.patternBytes)
    return `a pattern has at most ${ruleLimits.patternBytes} bytes`;
  if (patternSize(source, isFolded) > patternSizes.pattern)
    return "a pattern's counted repetitions and classes come to too much";
  if (compiled.has(source)) return compiled.get(source);
  const problem = problemOfCompiling(source);
  const [oldest] = compiled.keys();
  if (compiled.size >= compiledMax && oldest !== undefined) compiled.delete(oldest);
  compiled.set(source, problem);
  return problem;
}

function problemOfCompiling(source: string): string | undefined {
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return `not a pattern: ${Error.isError(error) ? wordsOf(error.message) : "syntax"}`;
  }
}

/** The library's words, but for escapes of a code point, whose message names neither the mistake nor the right form. */
function wordsOf(message: string): string {
  const escape = /invalid escape sequence: `\\([uUx])/.exec(message)?.[1];
  if (escape === "x") return "\\x{…} holds a code point in hexadecimal, at most \\x{10FFFF}";
  if (escape !== undefined) return `\\${escape} is not known; write a code point as \\x{41}`;
  const group = /Perl syntax: (.+)/.exec(message)?.[1];
  if (group !== undefined) return `RE2 syntax is allowed, which has no look-around and no back references: ${group}`;
  return message.replace(/^error parsing regexp: /, "");
}

/** Compiles a pattern. JavaScript's own engine is never used: it backtracks, and patterns come from callers. */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(source);
  return {
    isFoundIn: (text) => compiled.matcher(text).find(),
    find: (text, from = 0) => {
      const matcher = compiled.matcher(text);
      if (from > text.length || !(from === 0 ? matcher.find() : matcher.find(from))) return undefined;
      const groups: (string | undefined)[] = [];
      for (let index = 0; index <= matcher.groupCount(); index += 1) groups.push(matcher.group(index) ?? undefined);
      return { start: matcher.start(), end: matcher.end(), groups };
    },
  };
}
