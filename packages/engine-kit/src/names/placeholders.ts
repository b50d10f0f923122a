/** What forms hold in place of a name (NAME-56): our selection, each as `wordsOf` gives it. */
const phrases: readonly string[] = [
  ..."tbd tba tbc unknown unk unnamed undisclosed various none nil null na blank pending multiple".split(" "),
  ..."xx xxx xxxx same ditto insured applicant owner name client".split(" "),
  ..."llc inc incorporated corp corporation company ltd limited lp llp pllc partnership".split(" "),
  ..."n a|to be determined|to be advised|to be announced|to be assigned|to be confirmed|to be named|to be provided".split(
    "|",
  ),
  ..."to be formed|to follow|applied for|not assigned|not issued|not applicable|not available|not known|not stated|not provided|not listed|not named".split(
    "|",
  ),
  ..."no name|see attached|see attachment|see schedule|see list|see above|see below|as attached|per attached".split(
    "|",
  ),
  ..."per schedule|per list|as above|as below|attached list|attached schedule|attached|list|schedule".split("|"),
  ..."same as above|same as insured|named insured|name of insured|insured name|company name|business name".split("|"),
  ..."unknown owner|unknown driver|unknown party|unknown entity|the insured|the applicant|the owner|the client".split(
    "|",
  ),
  ..."the company|the corporation|the llc|the partnership|various owners|various parties|various entities".split("|"),
];
/** Words that stand alone for nothing, but may be the name of a firm with a legal form ("Various, Inc."). */
const firmWords: ReadonlySet<string> = new Set(
  "various none na blank pending multiple same owner name client list schedule attached xx xxx xxxx insured unnamed".split(
    " ",
  ),
);

const placeholder = patternOf(phrases);
const placeholderBesideForm = patternOf(phrases.filter((phrase) => !firmWords.has(phrase)));

/**
 * Whether words are no name but stand in place of one: "TBD", "N/A", "Various (see attached)". `hasForm`: a legal form
 * was written with them, so that only what is never a firm's name counts.
 */
export function isPlaceholder(words: readonly string[], hasForm = false): boolean {
  return (hasForm ? placeholderBesideForm : placeholder).test(words.join(" "));
}

/** One phrase or several in a row, the longest first. */
function patternOf(of: readonly string[]): RegExp {
  const alternatives = of.toSorted((a, b) => b.length - a.length).join("|");
  return new RegExp(`^(?:${alternatives})(?: (?:${alternatives}))*$`, "u");
}
