import type { BookFamily } from "../../book-source.ts";

/** What a question asks for. */
export interface Wanted {
  readonly family: BookFamily;
  /** Fields of the family, in the order of the question. */
  readonly fields: readonly string[];
  /** Meanings of fields that belong to another family: the question is not explained. */
  readonly foreign: readonly string[];
}
