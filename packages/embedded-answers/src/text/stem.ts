const cached = new Map<string, string>();
const cachedMax = 20_000;

/**
 * A word without the endings that forms of one word differ by: `policies` and `policy`, `expires`, `expired` and
 * `expiration`. Light: two words that mean different things seldom meet (ANSWER-4). Words with digits stay as they are.
 */
export function stem(word: string): string {
  const found = cached.get(word);
  if (found !== undefined) return found;
  const made = stemOf(word);
  if (cached.size < cachedMax) cached.set(word, made);
  return made;
}

/** Endings in the order in which they are tried, each with the letters that must stay. */
const endings: readonly (readonly [ending: string, put: string, least: number])[] = [
  ["ations", "", 4],
  ["ation", "", 4],
  ["ements", "", 4],
  ["ement", "", 4],
  ["ments", "", 4],
  ["ment", "", 4],
  ["ings", "", 3],
  ["ing", "", 3],
  ["ied", "y", 2],
  ["ed", "", 3],
  ["ly", "", 4],
];

function stemOf(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  let left = withoutPlural(word);
  for (const [ending, put, least] of endings) {
    if (!left.endsWith(ending)) continue;
    const base = left.slice(0, -ending.length);
    if (base.length < least || !/[aeiouy]/.test(base)) continue;
    left = withoutDouble(base + put);
    break;
  }
  if (left.length > 3 && left.endsWith("e")) left = left.slice(0, -1);
  return left.length > 3 && left.endsWith("y") ? `${left.slice(0, -1)}i` : left;
}

function withoutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ches|shes|sses|xes|zes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function withoutDouble(word: string): string {
  return /([bdfgklmnprt])\1$/.test(word) && word.length > 4 ? word.slice(0, -1) : word;
}
