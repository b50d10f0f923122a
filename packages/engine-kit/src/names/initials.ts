import type { NameReading } from "./name-reading.ts";
import type { NameWord } from "./name-word.ts";
import { similarities, wordSimilarity } from "./word-similarity.ts";

/**
 * Whether two people's names agree as far as an initial goes: a full word that is equal but for its spelling, an initial of
 * either for a word of the other, and nothing of the subject left over (NAME-62). "Z. Marsk" may be Zoltan Marsk.
 */
export function agreesByInitial(subject: NameReading, listed: NameReading): boolean {
  if (subject.kind !== "person" || listed.kind !== "person") return false;
  const [own, other] = [fullWords(subject), fullWords(listed)];
  const matched = take(own, other, (a, b) => wordSimilarity(a, b) >= similarities.fold);
  const ofSubject = take(initialsOf(subject), other, (a, b) => a.text[0] === b.text[0]);
  const ofListed = take(own, initialsOf(listed), (a, b) => a.text[0] === b.text[0]);
  const isRest = own.length > 0 || ofSubject < initialsOf(subject).length;
  return matched > 0 && ofSubject + ofListed > 0 && !isRest;
}

/** Takes each word of `from` that meets one of `to` out of both. */
function take(from: NameWord[], to: NameWord[], meets: (a: NameWord, b: NameWord) => boolean): number {
  let taken = 0;
  for (const word of from.toReversed()) {
    const at = to.findIndex((other) => meets(word, other));
    if (at < 0) continue;
    to.splice(at, 1);
    from.splice(from.indexOf(word), 1);
    taken += 1;
  }
  return taken;
}

function fullWords({ words }: NameReading): NameWord[] {
  return words.filter(({ isDistinctive }) => isDistinctive);
}

function initialsOf({ words }: NameReading): NameWord[] {
  return words.filter(({ role }) => role === "initial");
}
