import { prepareName, tokensOf } from "@service/engine-kit";

/**
 * Letters of other scripts that look like a Latin one. A name spelled with them looks right to a person and differs for
 * a computer, so names that mix scripts are also screened as they look (DIL-19). Keys are lower case.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ["а", "a"],
  ["в", "b"],
  ["с", "c"],
  ["ԁ", "d"],
  ["е", "e"],
  ["н", "h"],
  ["і", "i"],
  ["ї", "i"],
  ["ј", "j"],
  ["к", "k"],
  ["ӏ", "l"],
  ["м", "m"],
  ["о", "o"],
  ["р", "p"],
  ["ԛ", "q"],
  ["г", "r"],
  ["ѕ", "s"],
  ["т", "t"],
  ["ѵ", "v"],
  ["ԝ", "w"],
  ["х", "x"],
  ["у", "y"],
  ["ү", "y"],
  // Greek
  ["α", "a"],
  ["β", "b"],
  ["ϲ", "c"],
  ["ε", "e"],
  ["η", "n"],
  ["ι", "i"],
  ["κ", "k"],
  ["μ", "m"],
  ["ν", "v"],
  ["ο", "o"],
  ["ρ", "p"],
  ["τ", "t"],
  ["υ", "u"],
  ["χ", "x"],
  ["ζ", "z"],
  // Armenian
  ["ա", "w"],
  ["հ", "h"],
  ["ո", "n"],
  ["ս", "u"],
  ["օ", "o"],
]);

/** Capitals that look like another letter than their small form. */
const capitalLookAlikes: ReadonlyMap<string, string> = new Map([
  ["Η", "h"],
  ["Ν", "n"],
  ["Υ", "y"],
  ["Χ", "x"],
  ["Ρ", "p"],
  ["Μ", "m"],
]);

/** Latin letters without a decomposition, which NFKD leaves unchanged. */
const latinForms: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ð", "d"],
  ["đ", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ħ", "h"],
  ["ı", "i"],
  ["ŋ", "n"],
  ["ə", "a"],
  ["ɑ", "a"],
  ["ɡ", "g"],
  ["ᴀ", "a"],
  ["ʙ", "b"],
  ["ᴄ", "c"],
  ["ᴅ", "d"],
  ["ᴇ", "e"],
  ["ꜰ", "f"],
  ["ɢ", "g"],
  ["ʜ", "h"],
  ["ɪ", "i"],
  ["ᴊ", "j"],
  ["ᴋ", "k"],
  ["ʟ", "l"],
  ["ᴍ", "m"],
  ["ɴ", "n"],
  ["ᴏ", "o"],
  ["ᴘ", "p"],
  ["ʀ", "r"],
  ["ꜱ", "s"],
  ["ᴛ", "t"],
  ["ᴜ", "u"],
  ["ᴠ", "v"],
  ["ᴡ", "w"],
  ["ʏ", "y"],
  ["ᴢ", "z"],
]);

/** Invisible characters: format controls, joiners, fillers. Inside a word they would split it. */
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const letters = /\p{L}/gu;
const latinLetter = /\p{Script=Latin}/u;
const specialLatin = /[ßæœøðđþłħıŋəɑɡᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]/giu;
const asciiOnly = /^[\u0020-\u007e]*$/;

/** Weight below which a word is a legal form or an article: prepareName gives those .05 and soft words .3 (TYPE-123). */
const emptyWordWeightMax = 0.1;
const tokensMax = 30;

/** The form that `names.ts` reads: without invisible characters, Latin letters without decomposition spelled out. */
export function screenableName(name: string): string {
  if (asciiOnly.test(name)) return name;
  return name
    .replace(invisible, "")
    .normalize("NFKC")
    .replace(specialLatin, (letter) => latinForms.get(letter.toLowerCase()) ?? letter);
}

/** Scripts of a name, as far as screening depends on them. */
export type ScriptOfName = "latin" | "mixed" | "other";

export function scriptOf(name: string): ScriptOfName {
  if (asciiOnly.test(name)) return "latin";
  const found = screenableName(name).normalize("NFKD").match(letters) ?? [];
  const latin = found.filter((letter) => latinLetter.test(letter)).length;
  return latin === found.length ? "latin" : latin > 0 ? "mixed" : "other";
}

/**
 * The spellings under which a name is screened: as written, and as it looks when it contains letters of other scripts.
 * A name wholly in another script has a second spelling only if every letter of it could be meant as Latin.
 */
export function spellingsOf(name: string): string[] {
  const written = screenableName(name);
  const script = scriptOf(written);
  if (script === "latin") return [written];
  const seen = [...written.normalize("NFKD").replace(/\p{M}+/gu, "")]
    .map((letter) => capitalLookAlikes.get(letter) ?? lookAlikes.get(letter.toLowerCase()) ?? letter)
    .join("");
  if (seen === written || (script === "other" && scriptOf(seen) !== "latin")) return [written];
  return [written, seen];
}

/** Whether a name has a word to search by. For a person that may be a legal form (Co, Sa), for an organization not. */
export function hasUsableToken(name: string, isPerson: boolean): boolean {
  if (usableTokens(name).length > 0) return true;
  return isPerson && tokensOf(name).some((token) => token.length > 1);
}

/** The words of a name that identify somebody: without legal forms and articles (DIL-22). */
export function usableTokens(name: string): readonly string[] {
  return tokensOf(name).filter(isUsableWord);
}

/**
 * Whether a normalized word is neither a legal form nor an initial. A single letter of a script without spaces counts
 * as a word.
 */
export function isUsableWord(word: string): boolean {
  const weight = prepareName(word).tokens[0]?.weight ?? 0;
  return weight > emptyWordWeightMax && (word.length > 1 || !/^[a-z0-9]$/.test(word));
}

/** Whether a name has more words than are compared; the rest was not screened. */
export function isNameCut(name: string): boolean {
  const { length } = tokensOf(name);
  return (
    length >= tokensMax &&
    screenableName(name)
      .split(/[^\p{L}\p{N}'’`.]+/u)
      .filter((word) => word !== "").length > length
  );
}
