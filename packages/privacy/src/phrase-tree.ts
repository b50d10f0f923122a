import { isWordCharacter } from "./word-search.ts";

/** A place of a text where a phrase stands. */
export interface FoundPhrase<Value> {
  readonly at: number;
  readonly end: number;
  readonly found: Value;
}

interface Branch<Value> {
  readonly next: Map<string, Branch<Value>>;
  value: Value | undefined;
}

/** How long names are cut in sentences; excerpts end without a mark, and then so many characters tell the phrase. */
const cut = "…";
const unmarkedCharsMin = 24;

/**
 * Finds where any of many phrases stand in a text, the longest at each place, also one that was cut. Phrases begin and end
 * with a word. Time is linear in the text, times the length of the phrases that begin as it does, however many there are.
 *
 * Compares as given: fold case before.
 */
export class PhraseTree<Value> {
  readonly #root: Branch<Value> = { next: new Map(), value: undefined };

  get isEmpty(): boolean {
    return this.#root.next.size === 0;
  }

  /** @param valueOf the value of the phrase, of the one that it has already. */
  add(phrase: string, valueOf: (existing: Value | undefined) => Value): void {
    let branch = this.#root;
    for (let at = 0; at < phrase.length;) {
      const end = endOfSymbol(phrase, at);
      const symbol = phrase.slice(at, end);
      const next = branch.next.get(symbol) ?? { next: new Map(), value: undefined };
      branch.next.set(symbol, next);
      branch = next;
      at = end;
    }
    if (branch !== this.#root) branch.value = valueOf(branch.value);
  }

  /** The places in their order; none overlaps another. */
  *findIn(text: string): Generator<FoundPhrase<Value>> {
    for (let at = 0; at < text.length;) {
      const end = endOfWord(text, at);
      if (end === at) {
        at += 1;
        continue;
      }
      const first = this.#root.next.get(text.slice(at, end));
      const phrase = first === undefined ? undefined : longest(first, text, { at, end });
      if (phrase !== undefined) yield { at, ...phrase };
      at = phrase?.end ?? end;
    }
  }
}

function longest<Value>(
  first: Branch<Value>,
  text: string,
  word: { readonly at: number; readonly end: number },
): { readonly end: number; readonly found: Value } | undefined {
  let phrase = first.value === undefined ? undefined : { end: word.end, found: first.value };
  const isLong = text.length - word.at >= unmarkedCharsMin;
  let branch = first;
  for (let at = word.end; at < text.length;) {
    const end = endOfSymbol(text, at);
    const symbol = text.slice(at, end);
    const next = branch.next.get(symbol);
    if (next === undefined) {
      const isCut = symbol === cut || text[end] === cut || (isLong && end === text.length);
      return (isCut ? cutHere(branch, { at, end, symbol }) : undefined) ?? phrase;
    }
    if (next.value !== undefined) phrase = { end, found: next.value };
    branch = next;
    at = end;
  }
  if (!isLong || branch.value !== undefined) return phrase;
  const found = anyValue(branch);
  return found === undefined ? phrase : { end: text.length, found };
}

/** A phrase that was cut behind or within a word. */
function cutHere<Value>(
  branch: Branch<Value>,
  { at, end, symbol }: { readonly at: number; readonly end: number; readonly symbol: string },
): { readonly end: number; readonly found: Value } | undefined {
  const isBehind = symbol === cut;
  for (const [word, next] of branch.next) {
    if (!isBehind && !word.startsWith(symbol)) continue;
    const found = anyValue(next);
    if (found !== undefined) return { end: isBehind ? at + cut.length : end + cut.length, found };
  }
  return undefined;
}

function anyValue<Value>(branch: Branch<Value>): Value | undefined {
  for (let here: Branch<Value> | undefined = branch; here !== undefined;) {
    if (here.value !== undefined) return here.value;
    [here] = here.next.values();
  }
  return undefined;
}

/** A word, or one code unit between words. */
function endOfSymbol(text: string, at: number): number {
  const end = endOfWord(text, at);
  return end > at ? end : at + 1;
}

function endOfWord(text: string, at: number): number {
  let end = at;
  for (let code = text.codePointAt(end); code !== undefined && isWordCharacter(code); code = text.codePointAt(end))
    end += code > 0xffff ? 2 : 1;
  return end;
}
