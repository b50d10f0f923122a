import type { TextFilter } from "./text-filter.ts";

export type LinkPolicy = "none" | "cited_only" | "all";

/** Most characters held back while a link is being formed (MODEL-78). */
export const heldCharsMax = 256;

/** A line that begins with more than this is no longer at its start. */
const lineStartChars = 40;

/** Stands where an address was. */
const removedLink = "(link removed)";

const schemes = "https?|ftps?|file|data|javascript|vbscript|mailto|tel|sms|wss?";
const linkOrImage =
  /^(!?)\[((?:[^[\]\\]|\\[\s\S]|\[[^[\]]{0,40}\]){0,250}?)\]\(\s{0,8}<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*){0,8})>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s{0,8}\)/u;
const definition = /^\[[^[\]\n]{1,100}\]:\s*\S+/u;
const tag = /^<[/!?]?[A-Za-z][^<>]*>/u;
const address = new RegExp(`^(?:(?:${schemes}):|www\\.)[^\\s<>"'\`]+`, "iu");
/** Where something may begin that is or hides a link. */
const beginning = new RegExp(`!\\[|\\[|\\]\\(|<|https?://|www\\.|(?<![\\p{L}\\p{N}])(?:${schemes}):`, "iu");
/** The end of a text that may become a beginning: part of a scheme, `!`, `]`. */
const unfinishedBeginning = /(?<![\p{L}\p{N}])[a-z]{1,10}$|h(?:t(?:t(?:ps?(?::\/?)?)?)?)?$|w{1,3}$|[!\]]$/iu;

/**
 * Takes links out of an answer that comes in pieces (MODEL-78): `none` every link, image and HTML tag; `cited_only` images,
 * tags and links to addresses that are not `cited`; `all` nothing. The words of a link stay.
 */
export function filterLinks(policy: LinkPolicy, cited: ReadonlySet<string> = new Set()): TextFilter {
  if (policy === "all") return { push: (piece) => piece, end: () => "" };
  const known = new Set([...cited].map(normalized));
  const isAllowed = (url: string): boolean => policy === "cited_only" && known.has(normalized(url));
  let held = "";
  /** A link that is longer than what is held back is left out up to its end. */
  let skipUntil: RegExp | undefined;
  const shown = createJoiner();

  function take(text: string, isEnd: boolean): void {
    let rest = text;
    held = "";
    for (;;) {
      if (skipUntil !== undefined) {
        const end = skipUntil.exec(rest);
        if (end === null) return;
        rest = rest.slice(end.index + (/[)>]/.test(end[0]) ? 1 : 0));
        skipUntil = undefined;
      }
      const start = beginning.exec(rest);
      if (start === null) break;
      shown.add(rest.slice(0, start.index));
      rest = rest.slice(start.index);
      const step = stepAt(rest, { isEnd, isAllowed, isAtLineStart: shown.isAtLineStart() });
      if (step === "wait") {
        held = rest;
        return;
      }
      shown.add(step.shown, step.as);
      rest = rest.slice(step.length);
      skipUntil = step.skipUntil;
    }
    const tail = isEnd ? rest.length : (unfinishedBeginning.exec(rest)?.index ?? rest.length);
    shown.add(rest.slice(0, tail));
    held = rest.slice(tail);
  }

  return {
    push(piece) {
      take(held + piece, false);
      return shown.taken();
    },
    end() {
      take(held, true);
      return shown.taken();
    },
  };
}

/** What stands for a link: its words, nothing, or a note; `plain` is what was no link. */
type ShownAs = "plain" | "bracket" | "words" | "note";

/**
 * Joins what is shown. Where something was taken out a blank is put in if needed: what stands on both sides could be an
 * address together.
 */
function createJoiner() {
  let text = "";
  let last = " ";
  let isGap = false;
  let line = "";
  function append(piece: string): void {
    if (piece === "") return;
    const start = piece.lastIndexOf("\n") + 1;
    line = (start === 0 ? line + piece : piece.slice(start)).slice(0, lineStartChars);
    text += isGap && !/^[\s.,;?]/u.test(piece) ? ` ${piece}` : piece;
    isGap = false;
    last = piece.at(-1) ?? last;
  }
  return {
    add(piece: string, as: ShownAs = "plain"): void {
      if (as === "words") isGap ||= !/[\s"'*_]/u.test(last);
      if (as === "note") isGap ||= last === "]";
      append(piece);
      if (as === "bracket") isGap = true;
      if (as === "words") isGap ||= !/\s/u.test(last);
    },
    /** Nothing but the marks of lists and quotes stands on the line so far. */
    isAtLineStart: (): boolean => line.length < lineStartChars && /^[\s>*+\-\d.)]*$/u.test(line),
    taken(): string {
      const taken = text;
      text = "";
      return taken;
    },
  };
}

interface Step {
  readonly shown: string;
  readonly as: ShownAs;
  readonly length: number;
  readonly skipUntil?: RegExp;
}

/** Where a text begins that may be a link. */
interface Place {
  readonly isEnd: boolean;
  readonly isAllowed: (url: string) => boolean;
  readonly isAtLineStart: boolean;
}

/** What becomes of the text that begins here; `wait` when it is not decided yet. */
function stepAt(text: string, { isEnd, isAllowed, isAtLineStart }: Place): Step | "wait" {
  const mustDecide = isEnd || text.length >= heldCharsMax;
  if (text.startsWith("<")) return stepAtTag(text, mustDecide, isAllowed);
  if (text.startsWith("](")) return stepAtTarget(text, mustDecide, isAllowed);
  if (text.startsWith("[") || text.startsWith("!["))
    return stepAtBracket(text, mustDecide, { isAllowed, isAtLineStart });
  return stepAtAddress(text, mustDecide, isAllowed);
}

function stepAtBracket(
  text: string,
  mustDecide: boolean,
  { isAllowed, isAtLineStart }: Omit<Place, "isEnd">,
): Step | "wait" {
  const link = linkOrImage.exec(text);
  if (link !== null) {
    const [whole, bang, words = "", url = ""] = link;
    if (bang === "!") return { shown: "", as: "words", length: whole.length };
    if (isAllowed(url)) return { shown: whole, as: "plain", length: whole.length };
    return { shown: plainWords(words), as: "words", length: whole.length };
  }
  // Within a line it is a citation with a colon behind it: "3 contacts [1]: Pat Moreno".
  if (isAtLineStart && definition.test(text) && /\s/.test(text.slice(text.indexOf("]:") + 3))) {
    const [whole = ""] = definition.exec(text) ?? [];
    const url = whole.slice(whole.indexOf("]:") + 2).trim();
    return isAllowed(url)
      ? { shown: whole, as: "plain", length: whole.length }
      : { shown: "", as: "words", length: whole.length };
  }
  if (!mustDecide && !isNoLink(text)) return "wait";
  const open = /^(!?)\[((?:[^[\]\\]|\\[\s\S]){0,250})\]\(/u.exec(text);
  if (open !== null) {
    const [whole, bang, words = ""] = open;
    return {
      shown: bang === "!" ? "" : plainWords(words),
      as: "words",
      length: whole.length,
      skipUntil: /[)\n]/u,
    };
  }
  return { shown: "[", as: "plain", length: text.startsWith("!") ? 2 : 1 };
}

/** A bracket that closes and is followed by nothing that makes a link of it. */
function isNoLink(text: string): boolean {
  const closed = /^!?\[(?:[^[\]\\\n]|\\.)*\](.)/su.exec(text);
  return closed !== null && closed[1] !== "(" && closed[1] !== ":" && closed[1] !== "[";
}

/** The target of a link whose words are out already. */
function stepAtTarget(text: string, mustDecide: boolean, isAllowed: (url: string) => boolean): Step | "wait" {
  const target = /^\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)[^)]*\)/u.exec(text);
  if (target !== null) {
    const [whole, url = ""] = target;
    return isAllowed(url)
      ? { shown: whole, as: "plain", length: whole.length }
      : { shown: "]", as: "bracket", length: whole.length };
  }
  return mustDecide ? { shown: "]", as: "bracket", length: 2, skipUntil: /[)\n]/u } : "wait";
}

function stepAtTag(text: string, mustDecide: boolean, isAllowed: (url: string) => boolean): Step | "wait" {
  const found = tag.exec(text);
  if (found !== null) {
    const [whole] = found;
    // `<https://…>` is an address in brackets.
    const inner = whole.slice(1, -1);
    const isAddress = address.test(inner);
    if (!isAddress) return { shown: "", as: "words", length: whole.length };
    return isAllowed(inner)
      ? { shown: whole, as: "plain", length: whole.length }
      : { shown: removedLink, as: "note", length: whole.length };
  }
  if (/^<(?:[^A-Za-z/!?]|[/!?][^A-Za-z])/u.test(text) || /^<[^>]*\n\n/u.test(text))
    return { shown: "<", as: "plain", length: 1 };
  if (!mustDecide) return "wait";
  return /^<[/!?]?[A-Za-z]/u.test(text) && text.length >= heldCharsMax
    ? { shown: "", as: "words", length: 1, skipUntil: /[>]|\n\n/u }
    : /=|:\/\//.test(text)
      ? { shown: "", as: "words", length: 1 }
      : { shown: "<", as: "plain", length: 1 };
}

function stepAtAddress(text: string, mustDecide: boolean, isAllowed: (url: string) => boolean): Step | "wait" {
  const found = address.exec(text);
  // A word and a colon, such as "data: two files", is no address.
  if (found === null) {
    const [start = ""] = /^(?:[a-z]+:|www\.)/iu.exec(text) ?? [];
    return start.length < text.length || mustDecide
      ? { shown: text.slice(0, start.length), as: "plain", length: start.length }
      : "wait";
  }
  const [whole] = found;
  if (whole.length === text.length && !mustDecide) return "wait";
  if (whole.length === text.length && whole.length >= heldCharsMax && !isAllowed(withoutEnd(whole)))
    return { shown: removedLink, as: "note", length: whole.length, skipUntil: /[\s<>"'`]/u };
  const url = withoutEnd(whole);
  return isAllowed(url)
    ? { shown: url, as: "plain", length: url.length }
    : { shown: removedLink, as: "note", length: url.length };
}

/** An address without the punctuation of the sentence behind it. */
function withoutEnd(url: string): string {
  const cut = url.replace(/[.,;:!?*_~]+$/u, "");
  // A closing bracket belongs to the address only when one was opened in it.
  const isOpened = (cut.match(/\(/g)?.length ?? 0) >= (cut.match(/\)/g)?.length ?? 0);
  return isOpened ? cut : withoutEnd(cut.replace(/\)[^)]*$/u, ""));
}

/** Words of a link, which may hold an address themselves. */
function plainWords(words: string): string {
  const filter = filterLinks("none");
  return filter.push(words) + filter.end();
}

function normalized(url: string): string {
  if (!URL.canParse(url)) return url;
  const { href } = new URL(url);
  return href.replace(/\/$/u, "");
}

/** Addresses that stand in the sources of an answer, for `cited` of `filterLinks`. */
export function citedAddresses(sources: readonly { readonly text: string }[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ text }) => addressesIn(text)));
}

/** Addresses that stand in a text. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`]+/giu)].map(([url]) => withoutEnd(url));
}
