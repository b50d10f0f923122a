/** Letters that stay small at the start of a name are rare; a sentence begins with a capital, a digit or a quote. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capital first, full stop last, one blank between words (WORD-1). Empty parts are left out. */
export function sentence(...parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined && part !== "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? "" : `${capitalized(text)}${/[.!?]["”)]?$/.test(text) ? "" : "."}`;
}

/** A label within a sentence: `business income`; what begins with an abbreviation keeps it (`NAICS code`, `E&O`, `A- or better`). */
export function lowered(label: string): string {
  return /^\p{Lu}(?:[\p{Ll}'’ ]|$)/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Several sentences as one text. */
export function paragraph(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((text) => text !== undefined && text !== "").join(" ");
}

/** `Blue Harbor Cafe's`, `Hughes'`. */
export function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}'` : `${name}'s`;
}

/** At most `max` code points, cut between two words; an ellipsis stands for what was left out. */
export function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = [...text];
  if (points.length <= max) return text;
  const head = points.slice(0, max - 1).join("");
  const end = head.lastIndexOf(" ");
  // One endless word is cut where the bound is.
  return `${(end > 0 ? head.slice(0, end) : head).replace(/[\s,;:(]+$/, "")}…`;
}
