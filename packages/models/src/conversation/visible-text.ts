/** Control characters but tab and line feed, and characters that are not seen: they can carry what nobody reads. */
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\n]]/gv;

/** A text without control and invisible characters (MODEL-77). Line ends become line feeds. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(invisible, "")
    .toWellFormed();
}
