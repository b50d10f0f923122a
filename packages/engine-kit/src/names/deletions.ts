/** A word and itself without each one of its letters: two words that are one slip apart share one of these keys. */
export function deletionsOf(word: string): ReadonlySet<string> {
  const keys = new Set([word]);
  for (let at = 0; at < word.length; at += 1) keys.add(word.slice(0, at) + word.slice(at + 1));
  return keys;
}
