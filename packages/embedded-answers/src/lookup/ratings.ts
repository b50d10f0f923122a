/** A rating that its sign makes one: `A++`, `B+`. */
const signed = /(?<![\p{L}\p{N}])[A-C][A-C]?[+-]{1,2}(?![\p{L}\p{N}])/u;
/** Beside the word for it also one without a sign. */
const plain = /(?<![\p{L}\p{N}])[A-C][A-C]?[+-]{0,2}(?![\p{L}\p{N}])/u;

/** Where the question writes a rating with its sign, which needs no word for it: "A++ carriers". */
export function signedRating(core: string): RegExpExecArray | null {
  return signed.exec(core);
}

/** The rating that a question names. @param hasWord it has a word for ratings. */
export function ratingIn(core: string, hasWord: boolean): string | undefined {
  // An article that begins the question is no rating.
  return (signed.exec(core) ?? (hasWord ? plain.exec(core.replace(/^\W*A\b(?![+-])/u, "")) : null))?.[0];
}
