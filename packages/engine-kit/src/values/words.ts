/** Words that decide how a line is read (VALUE-2, VALUE-3, VALUE-7). All in lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** May stand between a label and its value, and between values, without naming anything else. */
export const fillers = setOf(
  "the a an is are was were of in for to as at and on from with about approximately approx circa est estimated actual " +
    "last past prior previous current latest most recent fiscal calendar year years yr annual annually yearly total gross net " +
    "ending ended end date through amount amounts figure figures usd us dollars dollar fy cy twelve month months " +
    "thousand thousands million millions billion billions omitted only all our your their its company business firm " +
    "applicant insured reported stated combined company's applicant's insured's applicants insureds",
);

/** Before a label of one word: everything else makes it another phrase (`cost of sales`, `sales tax`). */
export const labelPrefixes = setOf(
  "total annual annually gross net estimated est approximate actual projected forecast forecasted budgeted expected current our your the " +
    "their its company company's applicant's insured's yearly last prior proj and plus had has have with reports reported",
);

/** Before any label: what follows is a part, a condition or the opposite. */
export const blockedPrefixes = setOf(
  "of per by than excluding excl less without over under above below no non not if when unless minus",
);

/** What is written in the place of a value, and bounds, which are ranges: unknown (VALUE-3). */
export const doubts = setOf(
  "n/a na n.a tbd tba tbc unknown see attached various varies pending confidential refer undisclosed not unavailable " +
    "between over under above below more less than up minimum maximum min max least exceeds exceeding within same " +
    "included incl included undetermined withheld private blank",
);

export const zeros = setOf("none nil zero -0-");

export const projections = setOf("projected projection forecast forecasted budget budgeted expected anticipated");

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const monthNames = setOf(
  "january february march april may june july august september october november december " +
    "jan feb mar apr jun jul aug sep sept oct nov dec",
);

/** 1 for `January` and `jan`, `undefined` for what names no month. */
export function monthOf(word: string): number | undefined {
  const plain = word.replace(/\.$/, "");
  return monthNames.has(plain) ? months.findIndex((month) => plain.startsWith(month)) + 1 : undefined;
}

/** After a figure: it counts something else than money (VALUE-2). */
export const units = setOf(
  "year years yrs yr month months day days hour hours hrs week weeks employee employees people persons staff workers " +
    "driver drivers vehicle vehicles truck trucks car cars trailers unit units location locations building buildings " +
    "story stories sq sqft sf square feet foot ft acre acres mile miles mi percent pct claim claims policy policies " +
    "bed beds room rooms seat seats page pages gallon gallons lbs pounds tons client clients customer customers times " +
    "full-time part-time full part time ft pt seasonal temporary owner owners partner partners am pm mph",
);

/** Units of a headcount, whatever its label says. */
export const people = setOf(
  "employee employees people persons staff workers full-time part-time full part ft pt seasonal temporary owner owners partner partners",
);

/** After an amount: a rate, not the amount of a year. */
export const rates = setOf(
  "per each /hr /hour /mo /month /week an hourly daily weekly biweekly bi-weekly monthly quarterly semiannually ytd year-to-date",
);

/** Directly after a label: what the amount belongs to is something else ("payroll company"). */
export const otherOwners = setOf("company business firm");

export const currencies = setOf(
  "eur gbp cad aud mxn chf jpy cny inr nzd sek nok dkk brl zar hkd sgd euro euros pounds sterling pesos yen canadian australian mexican",
);

export const numberWords: ReadonlyMap<string, number> = new Map(
  (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
    "nineteen twenty"
  )
    .split(" ")
    .map((word, index) => [word, index + 1]),
);
