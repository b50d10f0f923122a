/** A word is a run of letters and digits; every code unit between words is a separate symbol. */
const firstWordSymbol = 0x1_0000;
const root = 0;

/**
 * Finds any of many phrases in a text, in time linear in the phrases and then in each text, even when many phrases
 * begin alike (Aho and Corasick, over words). Matches begin and end at word boundaries.
 *
 * Compares as given: fold case before. Strings must be well-formed Unicode.
 */
export class WordSearch {
  readonly #vocabulary = new Map<string, number>();
  /** Trie nodes by number. Most have one child; the children of the others are in `#more`. */
  readonly #parents: number[] = [root];
  readonly #symbols: number[] = [-1];
  readonly #onlyChild: number[] = [root];
  readonly #more = new Map<number, Map<number, number>>();
  readonly #isPhrase: boolean[] = [false];
  /** Node of the longest proper suffix that begins a phrase; undefined until all phrases are in. */
  #fallbacks: Int32Array | undefined;

  get isEmpty(): boolean {
    return this.#parents.length === 1;
  }

  /**
   * Phrases may be added at any time; the next search rebuilds the automaton.
   * @param phrase characters before its first word are ignored; a phrase without a word is never found.
   * @returns the number of symbols added.
   */
  add(phrase: string): number {
    const before = this.#parents.length;
    let node = root;
    eachSymbol(phrase, (symbol) => {
      if (typeof symbol === "number" && node === root) return true;
      node = this.#childFor(node, typeof symbol === "number" ? symbol : this.#learned(symbol));
      return true;
    });
    if (node !== root) this.#isPhrase[node] = true;
    this.#fallbacks = undefined;
    return this.#parents.length - before;
  }

  /** Whether `text` holds a phrase. */
  finds(text: string): boolean {
    if (this.isEmpty) return false;
    const fallbacks = (this.#fallbacks ??= this.#prepared());
    let node = root;
    let isFound = false;
    eachSymbol(text, (symbol) => {
      // A phrase that ends in a symbol must not continue as a word.
      if (this.#isPhrase[node] === true && typeof symbol === "number") isFound = true;
      if (isFound) return false;
      const id = typeof symbol === "number" ? symbol : this.#vocabulary.get(symbol);
      node = id === undefined ? root : this.#next(node, id, fallbacks);
      return true;
    });
    return isFound || this.#isPhrase[node] === true;
  }

  #learned(word: string): number {
    const id = this.#vocabulary.get(word);
    if (id !== undefined) return id;
    const symbol = firstWordSymbol + this.#vocabulary.size;
    this.#vocabulary.set(word, symbol);
    return symbol;
  }

  #child(node: number, symbol: number): number {
    const only = this.#onlyChild[node] ?? root;
    if (only !== root && this.#symbols[only] === symbol) return only;
    return this.#more.get(node)?.get(symbol) ?? root;
  }

  #childFor(node: number, symbol: number): number {
    const existing = this.#child(node, symbol);
    if (existing !== root) return existing;
    const child = this.#parents.length;
    this.#parents.push(node);
    this.#symbols.push(symbol);
    this.#onlyChild.push(root);
    this.#isPhrase.push(false);
    if (this.#onlyChild[node] === root) this.#onlyChild[node] = child;
    else {
      const more = this.#more.get(node) ?? new Map<number, number>();
      this.#more.set(node, more.set(symbol, child));
    }
    return child;
  }

  #next(from: number, symbol: number, fallbacks: Int32Array): number {
    for (let node = from; ; node = fallbacks[node] ?? root) {
      const child = this.#child(node, symbol);
      if (child !== root || node === root) return child;
    }
  }

  /** Fallbacks of all nodes, shallow ones first; a node whose fallback ends a phrase ends one too. */
  #prepared(): Int32Array {
    const fallbacks = new Int32Array(this.#parents.length);
    const order = this.#childrenOf(root);
    for (let at = 0; at < order.length; at += 1) {
      const node = order[at] ?? root;
      const parent = this.#parents[node] ?? root;
      if (parent !== root)
        fallbacks[node] = this.#next(fallbacks[parent] ?? root, this.#symbols[node] ?? -1, fallbacks);
      if (this.#isPhrase[fallbacks[node] ?? root] === true) this.#isPhrase[node] = true;
      for (const child of this.#childrenOf(node)) order.push(child);
    }
    return fallbacks;
  }

  #childrenOf(node: number): number[] {
    const only = this.#onlyChild[node] ?? root;
    if (only === root) return [];
    return [only, ...(this.#more.get(node)?.values() ?? [])];
  }
}

/** Calls `visit` with each word, and with each code unit between words, until it returns false. */
function eachSymbol(text: string, visit: (symbol: string | number) => boolean): void {
  let wordAt = -1;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    if (isWordCharacter(code)) {
      if (wordAt === -1) wordAt = at;
    } else {
      if (wordAt !== -1 && !visit(text.slice(wordAt, at))) return;
      wordAt = -1;
      if (!visit(text.charCodeAt(at)) || (units === 2 && !visit(text.charCodeAt(at + 1)))) return;
    }
    at += units;
  }
  if (wordAt !== -1) visit(text.slice(wordAt));
}

/** 0: unknown, 1: part of a word, 2: between words. */
const kindOfCharacter = new Uint8Array(0x1_0000);

/** Whether a code point is a letter or a digit of any script. */
export function isWordCharacter(code: number): boolean {
  const kind = kindOfCharacter[code];
  if (kind === 1 || kind === 2) return kind === 1;
  const isWord = /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
  if (code < kindOfCharacter.length) kindOfCharacter[code] = isWord ? 1 : 2;
  return isWord;
}
