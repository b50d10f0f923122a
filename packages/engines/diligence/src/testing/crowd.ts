/** Letters that no other number gives, as a name. */
export function word(n: number): string {
  const letters = "bcdfghjklmnpqrstvwxz";
  const vowels = "aeiou";
  let text = "";
  for (let rest = n + 40, at = 0; rest > 0 || at < 3; at += 1) {
    text += (letters[rest % 20] ?? "") + (vowels[(rest + at) % 5] ?? "");
    rest = Math.floor(rest / 20);
  }
  return text;
}

/** A list whose people share two words of their names. */
export const crowd = Array.from({ length: 4500 }, (_, n) => ({
  entry_id: `E${n}`,
  kind: "person",
  names: [{ name: `Maria Garcia ${word(n)}`, strength: "strong" }],
  version: "1",
}));
