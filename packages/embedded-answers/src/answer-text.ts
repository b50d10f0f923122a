import type { Citation } from "./answer.ts";

/** An answer that is written from left to right, with the citations of its parts. */
export class AnswerText {
  #text = "";
  /** Code points of `#text`. */
  #length = 0;
  readonly #citations: Citation[] = [];
  readonly #numbers = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#text === "";
  }

  /** Words between what is cited. */
  add(text: string): this {
    this.#text += text;
    this.#length += [...text].length;
    return this;
  }

  /** A part that a source supports, with its mark behind it. The same place with the same quote keeps its number. */
  cited(text: string, { source, quote }: Pick<Citation, "source" | "quote">): this {
    const start = this.#length;
    this.add(text);
    const key = JSON.stringify([source, quote]);
    const number = this.#numbers.get(key);
    const n = number ?? this.#citations.length + 1;
    if (number === undefined) {
      this.#numbers.set(key, n);
      this.#citations.push({ n, source, quote, span: { start, end: this.#length } });
    }
    return this.add(` [${n}]`);
  }

  end(): { readonly text: string; readonly citations: readonly Citation[] } {
    return { text: this.#text, citations: this.#citations };
  }
}
