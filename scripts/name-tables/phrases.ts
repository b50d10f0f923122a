/** How the texts of the name tables' sources become the words that prepared names consist of (NAME-4). */
import anyAscii from "any-ascii";

const han = /\p{Script=Han}/u;
const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * The phrases under which a prepared name holds `text`: lower case ASCII words separated by one blank, points and
 * apostrophes removed, `&` as "and", runs of single letters joined. Texts in other scripts give one phrase for each
 * usual way of transliterating them: Han joined and syllable by syllable, letters with and without their marks.
 */
export function phrasesOf(text: string): string[] {
  const composed = text.normalize("NFC");
  const ascii = [anyAscii(composed)];
  if (otherScript.test(composed)) ascii.push(anyAscii(composed.normalize("NFKD").replace(/\p{M}+/gu, "")));
  if (han.test(composed)) ascii.push(anyAscii(composed).replace(/(?<=[a-z])(?=[A-Z])/g, " "));
  return [...new Set(ascii.map(asPhrase))].filter((phrase) => phrase !== "");
}

/** The only word of a string; throws on anything else, because the word tables hold words. */
export function wordOf(text: string): string {
  const [phrase] = phrasesOf(text);
  if (phrase === undefined || phrase.includes(" ")) throw new Error(`Not one word: ${text}`);
  return phrase;
}

function asPhrase(ascii: string): string {
  const words = ascii
    .toLowerCase()
    .replace(/[&+]/g, " and ")
    .replace(/[.'`"]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return words.replace(/(?<= |^)[a-z](?: [a-z])+(?= |$)/g, (run) => run.replaceAll(" ", ""));
}
