/** What forms hold in place of a name (NAME-56): our selection, each as `wordsOf` gives it. */
const phrases: readonly string[] = [
  ..."tbd tba tbc unknown unk unnamed undisclosed various none nil null na blank pending multiple".split(" "),
  // As many as one likes.
  ..."x{2,} z{3,}".split(" "),
  ..."same ditto insured applicant owner name client customer prospect account".split(" "),
  ..."tbn test testing tester dummy sample placeholder asdf qwerty unspecified unidentified unassigned missing empty".split(
    " ",
  ),
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
  ..."to be supplied|to be decided|to be established|to be advised later|to come|yet to be named|not yet named|not yet formed".split(
    "|",
  ),
  ..."not yet known|not yet determined|not given|not specified|not disclosed|not on file|not sure|none given|none yet|none listed".split(
    "|",
  ),
  ..."no insured|no insured name|name unknown|unknown name|unknown insured|unknown applicant|unknown client|unknown customer".split(
    "|",
  ),
  ..."name pending|pending name|name to follow|name tbd|new client|new customer|new insured|new prospect|new account|new business".split(
    "|",
  ),
  ..."test insured|test account|test client|test customer|test submission|test name|test company|test business|test record".split(
    "|",
  ),
  ..."sample insured|sample client|sample company|dummy name|dummy account|your name|your name here|first name last name".split(
    "|",
  ),
  ..."insert name|insert name here|enter name|do not use|refer to file|see file|see notes|see email|see application|see acord".split(
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
  (
    "various none na blank pending multiple same owner name client list schedule attached insured unnamed customer prospect " +
    "x{2,} z{3,} account test testing tester sample placeholder missing empty unspecified"
  ).split(" "),
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
