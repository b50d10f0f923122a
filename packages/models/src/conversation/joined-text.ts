/** What is added: `plain` was no link, `words` stand for a link or a tag, `bracket` lost its target, `note` says what was here. */
export type AddedAs = "plain" | "words" | "bracket" | "note";

/** Most characters of the end that are looked at: longer than any character reference. */
const tailChars = 40;
/** Ends that become an address together with a point or a semicolon: `www`, and a part of a character reference. */
const addressTail = /(?:www\\?\.*|&#?\w*)$/iu;
/** Marks that may stand in front of the first character of a line. */
const lineMark = /[\s>*+\-\d.)]/u;

/**
 * Joins what is shown. Where something was taken out a blank is put in if needed: what stands on both sides could be an
 * address, an image or a tag together.
 */
export function createJoiner() {
  let text = "";
  let tail = "\n";
  let isGap = false;
  /** The word so far has a `<` or an address, which must not become longer. */
  let isFragile = false;
  let isLineStart = true;
  let isLineEmpty = true;
  let mayDefine = false;
  let lastChar = "";

  function note(char: string): void {
    const isSlashes = char === "/" && lastChar === "/";
    lastChar = char;
    if (char === "\n") {
      if (isLineEmpty) mayDefine = false;
      isLineStart = true;
      isLineEmpty = true;
      isFragile = false;
      return;
    }
    const isBlank = /\s/u.test(char);
    if (isLineStart && char === "[") mayDefine = true;
    isLineStart &&= lineMark.test(char);
    isLineEmpty &&= isBlank;
    isFragile = !isBlank && (isFragile || char === "<" || isSlashes);
  }

  function append(piece: string): void {
    if (piece === "") return;
    const isJoined = /^\s/u.test(piece) || (/^[.,;?]/u.test(piece) && !isFragile && !addressTail.test(tail));
    const isImage = tail.endsWith("!") && piece.startsWith("[");
    const added = (isGap && !isJoined) || isImage ? ` ${piece}` : piece;
    isGap = false;
    text += added;
    tail = (tail + added.slice(-tailChars)).slice(-tailChars);
    for (const char of added) note(char);
  }

  return {
    add(piece: string, as: AddedAs = "plain"): void {
      if (as === "words") isGap ||= isFragile || !/[\s"'*_]$/u.test(tail);
      if (as === "note") isGap ||= isFragile || tail.endsWith("]") || addressTail.test(tail);
      append(piece);
      if (as === "bracket") isGap = true;
      if (as === "words") isGap ||= !/\s$/u.test(tail);
    },
    /** A bracket was opened at the start of a line of this paragraph: `]:` may end the label of a definition. */
    mayDefine: (): boolean => mayDefine,
    taken(): string {
      const taken = text;
      text = "";
      return taken;
    },
  };
}
