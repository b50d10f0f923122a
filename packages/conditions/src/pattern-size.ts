/** What reading a class takes, in instructions: one that Unicode names, and the same without case (measured). */
const namedClassSize = { plain: 16, folded: 120 };
const foldedClassSize = 8;
/** Without case each character of a range is looked at, up to the last that has one; about 64 take an instruction's time. */
const foldedRange = { charsMax: 0x1e944, charsPerInstruction: 64 };

/**
 * About how many instructions a pattern compiles to, and what reading its classes takes in the same measure, some 2 µs each:
 * counted repetitions are expanded, nested ones multiply. A pattern of one kilobyte, `(a{1,30}){1,30}` over and over, takes
 * 0.7 s to compile (measured), and a run may bring many. Never too small for a valid pattern; any result for a pattern that
 * the engine refuses anyway.
 *
 * @param isFolded compiled without case, as a pattern with `(?i)` is.
 */
export function patternSize(pattern: string, isFolded = /\(\?[A-Za-z]*i/.test(pattern)): number {
  return instructionsOf(pattern) + classesSize(pattern, isFolded);
}

function instructionsOf(pattern: string): number {
  // Sizes of the open groups, innermost last; `atom` is what a repetition would repeat.
  const open: number[] = [0];
  let atom = 0;
  const add = (size: number): void => {
    open[open.length - 1] = (open.at(-1) ?? 0) + size;
    atom = size;
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern.charAt(index);
    if (char === "\\") {
      // The braces of `\x{2028}` hold a code point, those of `\p{L}` a class, and no count.
      index += /^\\[xuUpP]\{\w{1,40}\}/.exec(pattern.slice(index, index + 48))?.[0].length ?? 2;
      index -= 1;
      add(1);
    } else if (char === "[") {
      index = endOfClass(pattern, index);
      add(1);
    } else if (char === "(") open.push(1);
    else if (char === ")" && open.length > 1) add((open.pop() ?? 0) + 1);
    else {
      const counted = char === "{" ? /^\{(\d{1,6})(?:,(\d{0,6}))?\}/.exec(pattern.slice(index, index + 16)) : null;
      if (counted === null) add(1);
      else {
        const times = Math.max(Number(counted[1]), Number(counted[2] ?? 0)) + 1;
        const repeated = atom * times;
        add(repeated);
        atom = repeated;
        index += counted[0].length - 1;
      }
    }
  }
  return open.reduce((sum, size) => sum + size, 0);
}

/** The index of the bracket that closes a class; the end of the pattern when none does. */
function endOfClass(pattern: string, start: number): number {
  // A closing bracket right after the opening one is a literal.
  let index = start + 1;
  if (pattern.charAt(index) === "^") index += 1;
  if (pattern.charAt(index) === "]") index += 1;
  for (; index < pattern.length; index += 1) {
    if (pattern.charAt(index) === "\\") index += 1;
    else if (pattern.charAt(index) === "]") return index;
  }
  return pattern.length;
}

/** Of classes wherever they stand: a repetition reads its class once. */
function classesSize(pattern: string, isFolded: boolean): number {
  const named = pattern.match(/\\[pP]/g)?.length ?? 0;
  const size = named * (isFolded ? namedClassSize.folded : namedClassSize.plain);
  if (!isFolded) return size;
  const classes = pattern.match(/\[|\\[dDwWsS]/g)?.length ?? 0;
  let chars = 0;
  for (const [, from = "", to = ""] of pattern.matchAll(rangePattern))
    chars += Math.max(0, Math.min(codePointOf(to), foldedRange.charsMax) - codePointOf(from));
  return size + classes * foldedClassSize + Math.ceil(chars / foldedRange.charsPerInstruction);
}

const endOfRange = String.raw`\\x\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\[^xpP]|[^\\]`;
/** Two ends with a hyphen between them, also where that is no range. */
const rangePattern = new RegExp(`(${endOfRange})-(?=(${endOfRange}))`, "gsu");

function codePointOf(end: string): number {
  const hexadecimal = /^\\x\{?([0-9A-Fa-f]+)/.exec(end)?.[1];
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16);
  return (end.startsWith("\\") ? end.codePointAt(1) : end.codePointAt(0)) ?? 0;
}
