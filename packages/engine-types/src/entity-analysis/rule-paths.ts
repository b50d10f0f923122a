/** Paths of record sources, counters and columns address the element with or without the leading `@.` (domain.md A3, L). */
export function elementPath(text: string): string {
  return text.startsWith("@") ? text : `@.${text}`;
}

/** Paths of input sources begin at the input itself (`profile.employees`), as the preset writes them; `input.` is understood too. */
export function inputPath(text: string): string {
  return text.startsWith("input.") ? text : `input.${text}`;
}
