/** A word of a string, with where it stands. */
export interface Token {
  /** Lower case, without marks above letters and without a possessive. */
  readonly word: string;
  /** UTF-16 offsets in the normalized text. */
  readonly start: number;
  readonly end: number;
}

/** How all texts are compared: compatibility forms, one kind of apostrophe and dash. Case stays (ANSWER-4). */
export function normalizeText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2018\u2019\u02bc`\u00b4]/gu, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, "-");
}

const wordForm = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}]+)*/gu;

/** The words of a normalized text. Written by hand: `Intl.Segmenter` divides by tables that differ between builds. */
export function tokensOf(normalized: string): readonly Token[] {
  return [...normalized.matchAll(wordForm)].map((match) => ({
    word: foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** One word as words are compared. */
function foldWord(word: string): string {
  const lower = word.toLowerCase();
  const bare = /^[a-z0-9']*$/.test(lower)
    ? lower
    : lower
        .normalize("NFD")
        .replaceAll(/\p{M}+/gu, "")
        .normalize("NFC");
  return bare.replace(/'s?$/, "").replaceAll("'", "");
}

/** The words of any text. */
export function wordsOf(text: string): readonly string[] {
  return tokensOf(normalizeText(text)).map(({ word }) => word);
}
