import type { BookFamily } from "../book-source.ts";
import type { Ask } from "./ask.ts";
import type { Wanted } from "./wanted/wanted.ts";
import { familyOf } from "./families.ts";
import { frameOf } from "./question-frame.ts";
import { means } from "./reading.ts";

/** What sounds like the desk and stands in no row of a book: one pattern to a kind of it (ANSWER-80). */
const beyondRows: readonly RegExp[] = [
  // Judgements.
  /\b(?:too (?:much(?! (?:trouble|to ask|of a))|little|high|low|expensive|cheap|many|few)|over-?pay(?:ing|s)?|over-?priced|under-?insured|over-?insured|fair(?:ly priced)?|reasonable|competitive|adequate|sufficient|(?:a |such a )?good deal|a bargain|worth it|enough (?:coverage|insurance|limits?|protection))\b/iu,
  /\b(?:do|did|would) you (?:think|reckon|believe|suppose|expect|feel|guess)\b|\bin your (?:opinion|view)\b|\bwhat(?:'s| are| is) the (?:odds|chances|likelihood|probability)\b/iu,
  /\b(?:best|worst|favou?rite|nicest|easiest|hardest|toughest|fastest|slowest|smartest|(?:most|least) (?:profitable|loyal|difficult|reliable|helpful|annoying|popular|important))\W+(?:carriers?|clients?|customers?|producers?|accounts?|insurers?|companies|company|agents?|colleagues?|markets?|account managers?|csrs?|underwriters?)\b/iu,
  /\b(?:is|are|does|do|did|was|were)\b.*\b(?:happy|unhappy|satisfied|pleased|upset|angry|mad|annoyed|loyal|married|divorced|pregnant|sick)\b/iu,
  /\b(?:a|an) (?:good|bad|great|terrible|risky|difficult|nice) (?:client|customer|account|risk|carrier|producer|insured|idea)\b/iu,
  // Places but the first and the last.
  /\b(?:second|2nd|third|3rd|fourth|4th)[- ](?:most|fewest|least|highest|lowest|largest|biggest|smallest|best|cheapest)\b/iu,
  /\b(?:best|worst)\W+(?:lines?|polic(?:y|ies)|claims?|years?)\b|\b(?:is|are|was) the (?:best|worst)\W*$/iu,
  // What is yet to come.
  /\b(?:leave|leaving|dump|drop|ditch|fire) us\b|^\W*(?:is|are) .*\bgoing to (?:renew|leave|stay|sign|cancel|close|switch|move|grow|buy|sell)\b/iu,
  // Other agencies, and the trade at large.
  /\b(?:an)?other (?:agenc(?:y|ies)|brokers?|brokerages?|agents?|shops|insurance (?:agenc(?:y|ies)|brokers?))\b|\bindustry (?:average|standard|norm|benchmark|wide)\b|\b(?:in|across|compared? (?:to|with)) the industry\b|\b(?:nation-?wide|national average|benchmarks?|peer group|competitors?|competition)\b/iu,
  // The agency's own money.
  /\bhow much\b(?!.*\b(?:commissions?|comm|premiums?|claims?|invoices?|bill(?:ed)?|balance)\b).*\b(?:did|does|do|has|have|will) (?:the|our) (?:agency|firm|office|shop|company|brokerage)\b.*\b(?:make|made|earn|earned|spend|spent|lose|lost|borrow|borrowed|worth)\b/iu,
  // Facts that no row has, said in words that rows have otherwise.
  /\b(?:share|stock) prices?\b|\bcosts? of (?:goods|sales|living)\b|\bform (?:numbers?|no|edition)\b|\bedition date\b|\b(?:check|cheque) (?:numbers?|no)\b|\bnet (?:profit|worth|income|sales)\b|(?<!\bnon[- ]?|\bnot[- ]for[- ])\bprofits?\b|\bbalance sheet\b|\bincome statement\b|\bcash flow\b|\bhourly\b|\bovertime\b|\bliens?\b|\bplate (?:numbers?|no)\b/iu,
  // Nobody of a carrier is known by name.
  /\b(?:name|phone|e-?mail|direct line|contact)\b[^?]*\bunderwriter\b|\bunderwriter(?:'s)? (?:name|phone|e-?mail|number|contact)\b/iu,
  // Times of the day, and how long something took.
  /\b(?:what time|time of (?:the )?day|what hour|how many (?:minutes|hours|seconds))\b|\bin (?:minutes|hours)\b/iu,
  /\bhow many (?:points|pages|words|screens|copies|miles|kids|children|stories|floors|windows|doors|beds|rooms|seats|stars)\b/iu,
  /\bhow much\b[^?.,]*\b(?:go|gone|went|come|came) (?:up|down)\b/iu,
];

/** A question whose answer is a judgement, is yet to come, or is a fact of a kind that no row has. */
export function asksBeyondRows(question: string): boolean {
  return beyondRows.some((pattern) => pattern.test(question));
}

/** Whoever did one of these is in no row but of work. */
const doneBySomebody =
  /\b(?:who|which (?:colleague|person|employee|one of us))(?:'s|s)? (?:\w+ )?(?:typed|entered|keyed|signed|approved|authorized|okayed|scanned|uploaded|created|changed|edited|deleted|updated|opened|added|noted|requested|ordered|complained|recommended|referred|drafted|printed|mailed|reviewed|witnessed|notarized|prepared|filled)\b/iu;
const familiesOfWork: ReadonlySet<BookFamily> = new Set(["activities", "tasks"]);
/** Rows without a person. */
const isOfThings: ReadonlySet<BookFamily> = new Set(["documents", "vehicles", "locations"]);
/** What is a person's own, of a colleague. */
const ownFields: readonly string[] = ["phone", "birth", "address", "channel", "dnc", "license"];
const ownMoney = /\b(?:earn(?:s|ed|ing)?|mak(?:e|es|ing)|made|paid|pays?|salary|wages?|compensation|bonus)\b/iu;
const bookMoney =
  /\b(?:commissions?|comm|premiums?|prem|claims?|invoices?|payments?|revenue|book|bring|brought|clients?|accounts?|polic(?:y|ies)|for (?:us|the agency)|quotes?|loss(?:es)?)\b/iu;

/** The rows of the family do not hold what the form of the question asks for. */
export function isBeyondFamily({ reading, client, colleague, numbered }: Ask, { family, fields }: Wanted): boolean {
  const { core } = reading;
  if (colleague !== undefined && client === undefined && isPrivate(reading)) return true;
  if (!familiesOfWork.has(family) && doneBySomebody.test(core)) return true;
  const frame = frameOf(reading);
  // How long a call took.
  if (frame === "how long" && family === "activities") return true;
  if (fields.length > 0) return false;
  // How long it took, who had to do with it, and what a paper is worth.
  if (frame === "how long" && family !== "accounts") return true;
  if (family === "documents" && (frame === "who" || frame === "how much")) return true;
  if (frame === "who" && client !== undefined && numbered === undefined && isBare(reading) && isOfThings.has(family))
    return true;
  // What it is worth, of what has no amount.
  const isWorth = /\b(?:worth|dollar (?:amount|value|figure)|dollars|price|pay out|amount)\b/iu.test(core);
  return (isWorth || frame === "how much") && familyOf(family).amount === undefined && family === "contracts";
}

function isBare(reading: Ask["reading"]): boolean {
  return !means(reading, "op", "count", "list", "most", "fewest");
}

/** What a colleague earns, and where he lives, is nobody's at the desk. */
function isPrivate(reading: Ask["reading"]): boolean {
  const { core } = reading;
  if (means(reading, "family")) return false;
  return means(reading, "field", ...ownFields) || (ownMoney.test(core) && !bookMoney.test(core));
}
