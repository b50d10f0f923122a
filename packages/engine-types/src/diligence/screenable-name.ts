import { prepareName, tokensOf } from "../names.ts";

/**
 * Letters of other scripts that are drawn like a Latin one. A name spelled with them looks right to a person and differs to
 * a computer, so names that mix scripts are also screened as they look (domain.md N.5). Keys are lower case.
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

/** Capitals that are drawn like another letter than their small form. */
const capitalLookAlikes: ReadonlyMap<string, string> = new Map([
  ["Η", "h"],
  ["Ν", "n"],
  ["Υ", "y"],
  ["Χ", "x"],
  ["Ρ", "p"],
  ["Μ", "m"],
]);

/** Latin letters without a decomposition, which NFKD therefore leaves alone. */
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

/** Characters nobody sees: format controls, joiners, fillers. Inside a word they would cut it in two. */
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const letters = /\p{L}/gu;
const latinLetter = /\p{Script=Latin}/u;
const specialLatin = /[ßæœøðđþłħıŋəɑɡᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]/giu;
const asciiOnly = /^[\u0020-\u007e]*$/;

/** Weight below which a word is a legal form or an article: prepareName gives those .05 and soft words .3 (domain.md A4.1). */
const emptyWordWeightMax = 0.1;
const tokensMax = 30;

/** What `names.ts` should read: invisible characters gone, Latin letters without decomposition spelled out. */
export function screenableName(name: string): string {
  if (asciiOnly.test(name)) return name;
  return name
    .replace(invisible, "")
    .normalize("NFKC")
    .replace(specialLatin, (letter) => latinForms.get(letter.toLowerCase()) ?? letter);
}

/** How the scripts of a name bear on screening it. */
export type ScriptOfName = "latin" | "mixed" | "other";

export function scriptOf(name: string): ScriptOfName {
  if (asciiOnly.test(name)) return "latin";
  const found = screenableName(name).normalize("NFKD").match(letters) ?? [];
  const latin = found.filter((letter) => latinLetter.test(letter)).length;
  return latin === found.length ? "latin" : latin > 0 ? "mixed" : "other";
}

/**
 * The spellings under which a name is screened: as written, and as it looks when letters of other scripts stand in it.
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

/** Whether a name has a word to search by. A person may be called what elsewhere is a legal form (Co, Sa), an organization not. */
export function hasUsableToken(name: string, isPerson: boolean): boolean {
  if (usableTokens(name).length > 0) return true;
  return isPerson && tokensOf(name).some((token) => token.length > 1);
}

/** The words of a name that say who somebody is; legal forms and articles say nothing (domain.md A4.3). */
export function usableTokens(name: string): readonly string[] {
  return tokensOf(name).filter(isUsableWord);
}

/** Whether a normalized word is neither a legal form nor an initial. A single letter of a script without spaces is a word. */
export function isUsableWord(word: string): boolean {
  const weight = prepareName(word).tokens[0]?.weight ?? 0;
  return weight > emptyWordWeightMax && (word.length > 1 || !/^[a-z0-9]$/.test(word));
}

/** Whether a name has more words than are compared; what follows them was not screened. */
export function isNameCut(name: string): boolean {
  const { length } = tokensOf(name);
  return (
    length >= tokensMax &&
    screenableName(name)
      .split(/[^\p{L}\p{N}'’`.]+/u)
      .filter((word) => word !== "").length > length
  );
}
