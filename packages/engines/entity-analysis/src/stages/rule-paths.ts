/** Paths of record sources, counters and columns address the element with or without the leading `@.` (COND-17). */
export function elementPath(text: string): string {
  return text.startsWith("@") ? text : `@.${text}`;
}

/**
 * Paths of input sources begin at the input (`profile.employees`), as the preset writes them; the prefix `input.` is
 * accepted too.
 */
export function inputPath(text: string): string {
  return text.startsWith("input.") ? text : `input.${text}`;
}
