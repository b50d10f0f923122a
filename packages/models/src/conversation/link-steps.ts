import { address, schemes, withoutEnd } from "./addresses.ts";
import { htmlElements } from "./html-elements.ts";
import type { AddedAs } from "./joined-text.ts";

/** Most characters held back while a link is being formed (MODEL-78). */
export const heldCharsMax = 256;

/** Stands where an address was. */
const removedLink = "(link removed)";

/** Where something may begin that is or hides a link. */
export const beginning = new RegExp(
  String.raw`!\[|\[|\]\(|\]:|<|&|https?\\?:\\?/\\?/|www\\?\.|(?<![\p{L}\p{N}])(?:${schemes})\\?:`,
  "giu",
);
/** The end of a text that may become a beginning: part of a scheme, `!`, `]`. */
export const unfinishedBeginning =
  /(?<![\p{L}\p{N}])[a-z]{1,10}\\?$|h(?:t(?:t(?:ps?[:/\\]{0,5})?)?)?$|w{1,3}\\?$|[!\]]$/iu;

export interface Step {
  readonly shown: string;
  readonly as: AddedAs;
  readonly length: number;
  /** Left out up to here: it is longer than what is held back. */
  readonly skipUntil?: RegExp;
}

/** Where a text begins that may be a link. */
export interface Place {
  /** No more can be waited for: the text ends, or as much as may be held back is here. */
  readonly mustDecide: boolean;
  readonly isAllowed: (url: string) => boolean;
  /** The words of a label, without links other than to `kept`. */
  readonly wordsOf: (label: string, kept?: string) => string;
  /** `]:` may end the label of a definition here. */
  readonly mayDefine: boolean;
}

/**
 * What becomes of the text that begins here; `wait` when it is not decided yet. A decision never changes when more text
 * comes, so that pieces of every size give the same answer.
 */
export function stepAt(text: string, place: Place): Step | "wait" {
  if (text.startsWith("<")) return stepAtAngle(text, place);
  if (text.startsWith("&")) return stepAtReference(text, place);
  if (text.startsWith("](")) return stepAtTarget(text, place);
  if (text.startsWith("]:")) return stepAtDefinition(text, place);
  if (text.startsWith("[") || text.startsWith("![")) return stepAtBracket(text, place);
  return stepAtAddress(text, place);
}

const plain = (shown: string): Step => ({ shown, as: "plain", length: shown.length });
const leftOut = (length: number): Step => ({ shown: "", as: "words", length });

const linkOrImage =
  /^(!?)\[((?:[^[\]\\]|\\[\s\S]|\[[^[\]]{0,40}\]){0,250}?)\]\(\s{0,8}<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*){0,8})>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s{0,8}\)/u;
/** A bracket that closes and is followed by nothing that makes a link of it. */
const noLink = /^!?\[(?:[^[\]\\\n]|\\.)*\][^(]/su;

function stepAtBracket(text: string, { mustDecide, isAllowed, wordsOf }: Place): Step | "wait" {
  const link = linkOrImage.exec(text);
  if (link !== null) {
    const [whole, bang, label = "", url = ""] = link;
    if (bang === "!") return leftOut(whole.length);
    return isAllowed(url)
      ? stepAtKept(`[${wordsOf(label, url)}](${url})`, whole.length, text, mustDecide)
      : { shown: wordsOf(label), as: "words", length: whole.length };
  }
  if (!mustDecide && !noLink.test(text)) return "wait";
  const open = /^(!?)\[((?:[^[\]\\]|\\[\s\S]){0,250})\]\(/u.exec(text);
  if (open !== null) {
    const [whole, bang, label = ""] = open;
    return {
      shown: bang === "!" ? "" : wordsOf(label),
      as: "words",
      length: whole.length,
      skipUntil: /[)\n]/u,
    };
  }
  return { shown: "[", as: "plain", length: text.startsWith("!") ? 2 : 1 };
}

/** The target of a link whose words are out already. */
function stepAtTarget(text: string, { mustDecide, isAllowed }: Place): Step | "wait" {
  const target = /^\]\((?=(\s{0,8}<?)([^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)*))\1\2(?:[\s<>][^)]*)?\)/u.exec(text);
  if (target !== null) {
    const [whole, , url = ""] = target;
    return isAllowed(url)
      ? stepAtKept(`](${url})`, whole.length, text, mustDecide)
      : { shown: "]", as: "bracket", length: whole.length };
  }
  return mustDecide ? { shown: "]", as: "bracket", length: 2, skipUntil: /[)\n]/u } : "wait";
}

/** A word behind a colon that more words follow: "[1]: Pat Moreno". No definition of a link. */
const sentence = new RegExp(String.raw`^[ \t]+(?!(?:${schemes})|www)[\p{L}\p{N}]`, "iu");
const title = /^\s{1,8}(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]{0,8}(?=\n|$)/u;
const unfinishedTitle = /^\s*$|^\s{1,8}(?:"[^"]*|'[^']*|\([^()]*)$|^\s{1,8}(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]{0,8}$/u;

/** Where the label of a definition may end, `[label]: address "title"`. A blank in front of the colon makes it plain text. */
function stepAtDefinition(text: string, { mustDecide, isAllowed, mayDefine }: Place): Step | "wait" {
  if (!mayDefine || /^\]:[ \t]*\n[ \t>]*\n/u.test(text)) return plain("]");
  const found = /^\]:[ \t]*(?:\n[ \t>]*(?![ \t>]))?(\S+)/u.exec(text);
  if (!mustDecide && (found === null || found[0].length === text.length)) return "wait";
  const [whole, word = ""] = found ?? ["", ""];
  const url = /^<([^<>]*)>$/u.exec(word)?.[1] ?? word;
  const behind = text.slice(whole.length);
  const isCut = whole.length >= heldCharsMax;
  if (!isCut && isAllowed(url)) {
    if (!mustDecide && unfinishedTitle.test(behind)) return "wait";
    const dropped = title.exec(behind)?.[0] ?? "";
    return { shown: `]: ${url}`, as: "plain", length: whole.length + dropped.length };
  }
  if (address.test(url)) return plain("]");
  // What is taken out of the word must not make a definition of the rest.
  if (!whole.includes("\n") && !/[<&[\]]/u.test(word)) {
    if (!mustDecide && /^[ \t]*[a-z]{0,10}$/iu.test(behind)) return "wait";
    if (sentence.test(behind)) return plain("]");
  }
  return { shown: "]", as: "bracket", length: 1 };
}

const mailAddress = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/iu;
const comment = /^<!--(?:-?>|[\s\S]*?--!?>)|^<!\[CDATA\[[\s\S]*?\]\]>/u;
const declaration = /^<[!?][a-z][^<>]*>/iu;
/** A tag whose values may hold `>` in quotes. */
const tag = /^<\/?[a-z](?:[^<>=]|=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["']))*>/iu;
const unfinishedTag = /^<\/?[a-z](?:[^<>=]|=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*["']))*(?:=\s*(?:"[^"]*|'[^']*))?$/iu;

function stepAtAngle(text: string, { mustDecide, isAllowed, wordsOf }: Place): Step | "wait" {
  const [run] = /^<[^\s<>]*/u.exec(text) ?? [""];
  const isComment = /^<!(?:--|\[CDATA\[)/u.test(text);
  if (isComment) {
    const length = comment.exec(text)?.[0].length;
    if (length !== undefined) return leftOut(length);
  }
  if (!mustDecide && (isComment || run.length === text.length)) return "wait";
  if (text.charAt(run.length) === ">" && !isComment) {
    const inner = run.slice(1);
    if (mailAddress.test(inner)) return { shown: wordsOf(inner), as: "words", length: run.length + 1 };
    if (address.test(inner)) return stepAtAutolink(inner, text, { mustDecide, isAllowed });
  }
  return stepAtTag(text, mustDecide);
}

function stepAtAutolink(
  url: string,
  text: string,
  { mustDecide, isAllowed }: Pick<Place, "mustDecide" | "isAllowed">,
): Step | "wait" {
  const length = url.length + 2;
  if (!isAllowed(url)) return { shown: removedLink, as: "note", length };
  // A browser takes `<https://…/onclick=…>` for a tag with an attribute.
  return url.includes("=") ? { shown: url, as: "words", length } : stepAtKept(`<${url}>`, length, text, mustDecide);
}

/** A tag of a known element and a declaration are left out; a blank makes words of every other `<`. */
function stepAtTag(text: string, mustDecide: boolean): Step | "wait" {
  const name = /^<\/?([a-z][^\s/<>]*)/iu.exec(text)?.[1]?.toLowerCase();
  const isTag = name !== undefined && htmlElements.has(name);
  if (isTag || /^<[!?][a-z]/iu.test(text)) {
    const blankLine = /\n[ \t]*\n/u.exec(text);
    const part = blankLine === null ? text : text.slice(0, blankLine.index);
    const length = (isTag ? tag : declaration).exec(part)?.[0].length;
    if (length !== undefined) return leftOut(length);
    const isUnfinished = blankLine === null && (isTag ? unfinishedTag : /^<[^<>]*$/u).test(part);
    if (isUnfinished && !mustDecide) return "wait";
    if (isUnfinished && text.length >= heldCharsMax && part.includes("="))
      return { ...leftOut(1), skipUntil: />|\n\n/u };
    // A quotation mark that is not closed ends nothing.
    const short = /^<[^<>]*>/u.exec(part)?.[0].length;
    if (short !== undefined) return leftOut(short);
  }
  return /^<[a-z/!?]/iu.test(text) ? { shown: "< ", as: "plain", length: 1 } : plain("<");
}

/** A character reference that stands for a character of an address hides one from us, and from no renderer. */
function stepAtReference(text: string, { mustDecide }: Place): Step | "wait" {
  if (!mustDecide && /^&(?:#?|#\d{1,7}|#x[\da-f]{0,6}|[a-z]{1,6})$/iu.test(text)) return "wait";
  const [, decimal, hex, name] = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|sol|period|bsol));/iu.exec(text) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isOfAddress = name !== undefined || (code < 0x80 && /[a-z:/\\.]/iu.test(String.fromCodePoint(code)));
  return isOfAddress ? { shown: "& ", as: "plain", length: 1 } : plain("&");
}

function stepAtAddress(text: string, { mustDecide, isAllowed }: Place): Step | "wait" {
  const found = address.exec(text);
  // A word and a colon, such as "data: two files", is no address.
  if (found === null) {
    const [start = ""] = /^(?:[a-z]+\\?:|www\\?\.)/iu.exec(text) ?? [];
    if (start.length === text.length && !mustDecide) return "wait";
    return start.endsWith(".") ? stepAtKept(start, start.length, text, mustDecide) : plain(start);
  }
  const [whole] = found;
  const isCut = whole.length === text.length;
  if (isCut && !mustDecide) return "wait";
  if (isCut && whole.length >= heldCharsMax)
    return { shown: removedLink, as: "note", length: whole.length, skipUntil: /[\s<>"'`]/u };
  const url = withoutEnd(whole);
  if (!isAllowed(url)) return { shown: removedLink, as: "note", length: url.length };
  return stepAtKept(url, url.length, text, mustDecide);
}

/** Marks that end a sentence, a quotation or a bracket. */
const closingMarks = String.raw`^[.,;:!?*_~)\]}"'${"`"}>]*`;
const undecidedEnd = new RegExp(`${closingMarks}$`, "u");
const wholeEnd = new RegExp(String.raw`${closingMarks}[\s<]`, "u");

/** What is kept, with a blank when a renderer would take what follows for a part of the address. */
function stepAtKept(shown: string, length: number, text: string, mustDecide: boolean): Step | "wait" {
  const isUndecided = undecidedEnd.test(text.slice(length));
  if (!mustDecide && isUndecided) return "wait";
  const isWhole = isUndecided ? text.length < heldCharsMax : wholeEnd.test(text.slice(length));
  return { shown: isWhole ? shown : `${shown} `, as: "plain", length };
}
