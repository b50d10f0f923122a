import { fail } from "@service/contract";

const wordsMax = 10;

/**
 * The words of `q` as a query of PostgreSQL: each must begin a word of one title or text, without regard to case. It holds
 * letters and digits alone, so nothing of it is an operator.
 * @throws `invalid_request` where `q` has no letter and no digit, or more than ten words.
 */
export function searchQuery(q: string): string {
  const words = q.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) throw refused("must hold a letter or a digit");
  if (words.length > wordsMax) throw refused(`must have at most ${wordsMax} words`);
  return words.map((word) => `'${word}':*`).join(" & ");
}

function refused(message: string) {
  return fail("invalid_request", {
    message: `The request is not valid. q ${message}.`,
    details: [{ field: "q", message }],
  });
}
