import anyAscii from "any-ascii";
import { capitalLookAlikes, lookAlikes } from "./look-alikes.ts";

/** Scripts of a name. `mixed`: Latin letters and others. */
export type NameScript = "latin" | "mixed" | "other";

/** A written name in Latin letters, still with its case and marks (NAME-1, NAME-2, NAME-3). */
export type ReadText = {
  /** The reading in Latin letters first; a second one where a name of another script could be meant as it looks. */
  readonly spellings: readonly string[];
  readonly script: NameScript;
  /** Whether letters of another script were written out in Latin ones by their sound. */
  readonly isTransliterated: boolean;
  /** Whether something beyond `nameCharsMax` was left out. */
  readonly isCut: boolean;
};

/** Characters of a name that are read (NAME-1). */
const nameCharsMax = 300;

/** Invisible characters: format controls, joiners, fillers. Inside a word they would split it. */
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const asciiOnly = /^[\u0020-\u007e]*$/;
const latinLetter = /(?=\p{L})\p{Script=Latin}/u;
/** Letters that belong to one script; those of every script (apostrophe letters) say nothing. */
const otherLetter = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const marks = /\p{M}+/gu;

/** What a browser shows as one character: names come out of web forms with "&amp;" in them. */
const reference = /&(?:(amp|nbsp|apos|quot|lt|gt)|#(\d{1,6})|#x([0-9a-f]{1,5}));/giu;
const namedReferences: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["nbsp", " "],
  ["apos", "'"],
]);
/** What stands behind a right-to-left override is shown from its end to its start. */
const overridden = /\u202e([^\u202c\u202d\u202e]*)/gu;

/** The name without what a web form made of its characters (NAME-2). */
function withoutReferences(written: string): string {
  return written.replace(
    reference,
    (_, name: string | undefined, decimal: string | undefined, hex: string | undefined) =>
      name === undefined
        ? characterOf(Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10))
        : (namedReferences.get(name.toLowerCase()) ?? " "),
  );
}

function characterOf(codePoint: number): string {
  return codePoint >= 0x20 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : " ";
}

/** Reads what is written into Latin letters. Linear in at most 300 characters. */
export function readText(written: string): ReadText {
  const isCut = written.length > nameCharsMax;
  const start = withoutReferences(isCut ? written.slice(0, nameCharsMax).toWellFormed() : written);
  const read = readCharacters(start, isCut);
  const shown = start.replace(overridden, (_, behind: string) => [...behind].toReversed().join(""));
  // A program may have left the override behind, or somebody hides a name by it: both readings count.
  return shown === start
    ? read
    : { ...read, spellings: [...read.spellings, ...readCharacters(shown, isCut).spellings] };
}

function readCharacters(start: string, isCut: boolean): ReadText {
  if (asciiOnly.test(start)) return { spellings: [start], script: "latin", isTransliterated: false, isCut };
  const text = start.replace(invisible, "").normalize("NFKC");
  const script = scriptOf(text);
  if (script === "latin") return { spellings: [inLatin(text)], script, isTransliterated: false, isCut };
  // One word of two scripts is meant as it looks; a word of another script is read by its sound (NAME-2, NAME-3).
  let isTransliterated = false;
  const read = text.replace(wordPattern, (word) => {
    if (scriptOf(word) === "mixed") return asItLooks(word);
    if (scriptOf(word) === "other") isTransliterated = true;
    return word;
  });
  const seen = asItLooks(text);
  const spellings = isTransliterated && scriptOf(seen) === "latin" ? [inLatin(read), inLatin(seen)] : [inLatin(read)];
  return { spellings, script, isTransliterated, isCut };
}

/** The words of a name as they are written, in lower case, whatever their script: what two spellings of one script share. */
export function originalWords(written: string): readonly string[] {
  const text = written.slice(0, nameCharsMax).replace(invisible, "").normalize("NFKC").toLowerCase();
  return (text.match(wordPattern) ?? []).map((word) => word.normalize("NFKD").replace(marks, "")).filter(Boolean);
}

/** Text without letters counts as Latin: digits and marks belong to every script. */
function scriptOf(text: string): NameScript {
  let latin = 0;
  let other = 0;
  for (const character of text) {
    if (latinLetter.test(character)) latin += 1;
    else if (otherLetter.test(character)) other += 1;
  }
  return other === 0 ? "latin" : latin > 0 ? "mixed" : "other";
}

/** Letters of other scripts replaced by the Latin ones that look the same; the others stay. */
function asItLooks(text: string): string {
  return [...text.normalize("NFKD").replace(marks, "")]
    .map((character) => capitalLookAlikes.get(character) ?? lookAlikes.get(character.toLowerCase()) ?? character)
    .join("");
}

/** Letters and digits in ASCII, marks above letters out; every other character beyond ASCII is a blank, an apostrophe joins. */
function inLatin(text: string): string {
  return [...text].map(latinCharacter).join("");
}

function latinCharacter(character: string): string {
  if (character <= "\u007f") return character;
  if (/['’‘`´ʹ-ˁ]/u.test(character)) return "'";
  if (/\p{M}/u.test(character)) return "";
  return /[\p{L}\p{N}]/u.test(character) ? anyAscii(character) : " ";
}
