/** Stands below a page of which something was left out, and is no sentence that answers anything. */
export const hiddenNote = "[Hidden text was left out]";

/** The text of a page with the note that something in it is not seen by its readers (STORE-34). */
export function noteHidden(text: string): string {
  return text.trim() === "" ? hiddenNote : `${text.trimEnd()}\n\n${hiddenNote}`;
}

/** Whether there is anything to be hidden, and not blanks and fillers alone. */
export function isWritten(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
