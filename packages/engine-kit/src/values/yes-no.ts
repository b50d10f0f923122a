/** `yes`, a ticked or an empty box, as they follow each other (VALUE-10). */
type Sign = "yes" | "no" | "ticked" | "empty";

const signs =
  /(?<ticked>\[\s?[xX✓✔]\s?\]|\(\s?[xX✓✔]\s?\)|[☒☑✓✔✅⊠■]|_+[xX]_+)|(?<empty>\[[\s_]*\]|\([\s_]*\)|[☐□▢◻⬜]|_{2,})|(?<yes>\b(?:yes|y)\b)|(?<no>\b(?:no|n)\b)/giy;

/**
 * Yes or no at the beginning of a text: `Yes`, `N`, `[x] Yes [ ] No`, `Yes ☒ No ☐`. `undefined` for everything else:
 * both words without a tick, both or none ticked, a box that could belong to either word.
 */
export function readYesNo(text: string): boolean | undefined {
  if (/^[\s:?.-]*n\s?[/.]\s?a\b/i.test(text)) return undefined;
  const found = signsOf(text);
  const words = found.filter((sign) => sign === "yes" || sign === "no");
  if (found.length === words.length) return words.length === 1 ? words[0] === "yes" : undefined;
  const pairs = pairsOf(found);
  const ticked = pairs?.filter(({ isTicked }) => isTicked) ?? [];
  return ticked.length === 1 ? ticked[0]?.word === "yes" : undefined;
}

/** Length of the answer at the beginning of `text`: signs with blanks and light punctuation between them. */
export function yesNoLength(text: string): number {
  let end = 0;
  signs.lastIndex = skipBlanks(text, 0);
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    end = signs.lastIndex;
    signs.lastIndex = skipBlanks(text, end);
  }
  return end;
}

function signsOf(text: string): Sign[] {
  const found: Sign[] = [];
  signs.lastIndex = skipBlanks(text, 0);
  for (let match = signs.exec(text); match !== null && found.length < 8; match = signs.exec(text)) {
    const { ticked, empty, yes } = match.groups ?? {};
    found.push(ticked !== undefined ? "ticked" : empty !== undefined ? "empty" : yes !== undefined ? "yes" : "no");
    signs.lastIndex = skipBlanks(text, signs.lastIndex);
  }
  return found;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s/,.:;|?-]/.test(text[at] ?? "")) at += 1;
  return at;
}

/** Words with the box before them or after them, whichever the first sign says; `undefined` when they do not pair up. */
function pairsOf(found: readonly Sign[]): { readonly word: Sign; readonly isTicked: boolean }[] | undefined {
  if (found.length % 2 !== 0) return undefined;
  const isBoxFirst = found[0] === "ticked" || found[0] === "empty";
  const pairs: { word: Sign; isTicked: boolean }[] = [];
  for (let index = 0; index < found.length; index += 2) {
    const [word, box] = isBoxFirst ? [found[index + 1], found[index]] : [found[index], found[index + 1]];
    const isPair = (word === "yes" || word === "no") && (box === "ticked" || box === "empty");
    if (!isPair || pairs.some((pair) => pair.word === word)) return undefined;
    pairs.push({ word, isTicked: box === "ticked" });
  }
  return pairs;
}
