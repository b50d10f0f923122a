/**
 * The words of a coverage's label as declarations print them (CMP-83): without marks and capitals, abbreviations
 * spelled out, singular. Linear in the label; only its first 300 characters count.
 */

const charsMax = 300;
const wordsMax = 40;

/** Abbreviations that hold marks, before marks part words. */
const markedAbbreviations: readonly (readonly [RegExp, string])[] = [
  [/\be\s*&\s*o\b/g, " errors and omissions "],
  [/\bd\s*&\s*o\b/g, " directors and officers "],
  [/\bo\s*&\s*l\b/g, " ordinance or law "],
  [/\bc\/o\b/g, " completed operations "],
  [/\bp\s*&\s*nc\b/g, " primary noncontributory "],
  [/\bpi?\s*[&/]\s*ai\b/g, " personal and advertising injury "],
  [/\b([a-z])\/([a-z])\b/g, "$1 $2"],
];

/** Abbreviations of any line; a phrase before its parts. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ["agg", "aggregate"],
  ["aggr", "aggregate"],
  ["occ", "occurrence"],
  ["occur", "occurrence"],
  ["occurr", "occurrence"],
  ["gen", "general"],
  ["genl", "general"],
  ["prod", "products"],
  ["prods", "products"],
  ["pco", "products completed operations"],
  ["pcoa", "products completed operations aggregate"],
  ["prod co", "products completed operations"],
  ["products co", "products completed operations"],
  ["prods co", "products completed operations"],
  ["comp op", "completed operations"],
  ["comp ops", "completed operations"],
  ["compl ops", "completed operations"],
  ["comp oper", "completed operations"],
  ["ops", "operations"],
  ["pers", "personal"],
  ["adv", "advertising"],
  ["advert", "advertising"],
  ["inj", "injury"],
  ["pai", "personal and advertising injury"],
  ["p and a", "personal and advertising"],
  ["prem", "premises"],
  ["dmg", "damage"],
  ["dam", "damage"],
  ["dpr", "damage to premises rented to you"],
  ["dprty", "damage to premises rented to you"],
  ["med", "medical"],
  ["medpay", "medical payments"],
  ["med pay", "medical payments"],
  ["med pmt", "medical payments"],
  ["med pmts", "medical payments"],
  ["pmts", "payments"],
  ["pymts", "payments"],
  ["exp", "expense"],
  ["bldg", "building"],
  ["bldgs", "buildings"],
  ["bpp", "business personal property"],
  ["prop", "property"],
  // Nobody's own property: a code of the insured's property must not be read from it.
  ["property of others", "bailee property"],
  ["prop of others", "bailee property"],
  ["bus", "business"],
  ["inc", "income"],
  ["equip", "equipment"],
  ["eqpt", "equipment"],
  ["brkdwn", "breakdown"],
  ["ded", "deductible"],
  ["deduct", "deductible"],
  ["csl", "combined single limit"],
  ["um", "uninsured motorist"],
  ["uim", "underinsured motorist"],
  ["umbi", "uninsured motorist bodily injury"],
  ["uimbi", "underinsured motorist bodily injury"],
  ["umpd", "uninsured motorist property damage"],
  ["hnoa", "hired and nonowned auto"],
  ["hno", "hired and nonowned"],
  ["non owned", "nonowned"],
  ["non ownership", "nonowned"],
  ["nonownership", "nonowned"],
  ["non contributory", "noncontributory"],
  ["otc", "other than collision"],
  ["coll", "collision"],
  ["el", "employers liability"],
  ["e l", "employers liability"],
  ["wc", "workers compensation"],
  ["workers comp", "workers compensation"],
  ["ea", "each"],
  ["acc", "accident"],
  ["accid", "accident"],
  ["dis", "disease"],
  ["emp", "employee"],
  ["empl", "employee"],
  ["ee", "employee"],
  ["pol", "policy"],
  ["lim", "limit"],
  ["lmt", "limit"],
  ["ins", "insurance"],
  ["cov", "coverage"],
  ["covg", "coverage"],
  ["cvg", "coverage"],
  ["liab", "liability"],
  ["lia", "liability"],
  ["gl", "general liability"],
  ["cgl", "commercial general liability"],
  ["umb", "umbrella"],
  ["xs", "excess"],
  ["ai", "additional insured"],
  ["addl insd", "additional insured"],
  ["addl insured", "additional insured"],
  ["wos", "waiver of subrogation"],
  ["pnc", "primary noncontributory"],
  ["sir", "self insured retention"],
  ["epli", "employment practices liability"],
  ["epl", "employment practices liability"],
  ["ransom", "ransomware"],
  ["back up", "backup"],
  ["hail wind", "wind hail"],
  ["w h", "wind hail"],
  ["ale", "additional living expense"],
  ["bi pd", "bodily injury property damage"],
  ["pd", "property damage"],
  ["per occ", "each occurrence"],
]);

/** What the same letters mean on another line: `bi` is business income on property, else bodily injury. */
const propertyAbbreviations: ReadonlyMap<string, string> = new Map([
  ["bi", "business income"],
  ["bi ee", "business income extra expense"],
  ["bi and ee", "business income extra expense"],
  ["bi with ee", "business income extra expense"],
  ["ee", "extra expense"],
  ["eb", "equipment breakdown"],
  ["cont", "contents"],
]);
const liabilityAbbreviations: ReadonlyMap<string, string> = new Map([["bi", "bodily injury"]]);
const autoAbbreviations: ReadonlyMap<string, string> = new Map([
  ["bi", "bodily injury"],
  ["comp", "comprehensive"],
  ["pp", "each person"],
  ["pa", "each accident"],
]);

const propertyLines: ReadonlySet<string> = new Set([
  "commercial_property",
  "business_owners",
  "builders_risk",
  "earthquake",
]);
const autoLines: ReadonlySet<string> = new Set(["commercial_auto", "personal_auto", "garage", "motorcycle"]);

const phraseWordsMax = 3;
/** Words that an abbreviation of several words starts with; other words are looked up alone. */
const phraseStarts: ReadonlySet<string> = new Set(
  [abbreviations, propertyAbbreviations, liabilityAbbreviations, autoAbbreviations].flatMap((table) =>
    [...table.keys()].flatMap((phrase) => (phrase.includes(" ") ? phrase.slice(0, phrase.indexOf(" ")) : [])),
  ),
);

/** The words of a label on a line of business; `brackets` says whether what stands in brackets is read. */
export function labelWords(label: string, line: string, brackets: "read" | "left out" = "read"): readonly string[] {
  const text = label
    .slice(0, charsMax)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const kept = brackets === "read" ? text : text.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ");
  const marked = markedAbbreviations.reduce((rest, [pattern, words]) => rest.replace(pattern, words), kept);
  const parted = marked
    .replace(/['’`.]/g, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return parted === "" ? [] : spelledOut(parted.split(" ", wordsMax), line).map(singular);
}

/** Replaces the longest abbreviation at each place; what it stands for is not replaced again. */
function spelledOut(words: readonly string[], line: string): string[] {
  const own = propertyLines.has(line)
    ? propertyAbbreviations
    : autoLines.has(line)
      ? autoAbbreviations
      : liabilityAbbreviations;
  const spelled: string[] = [];
  let at = 0;
  while (at < words.length) {
    const { length, meaning } = longestAbbreviation(words, at, own);
    spelled.push(...meaning.split(" "));
    at += length;
  }
  return spelled;
}

/** The longest abbreviation from a word on, else the word itself. */
function longestAbbreviation(
  words: readonly string[],
  at: number,
  own: ReadonlyMap<string, string>,
): { readonly length: number; readonly meaning: string } {
  const word = words[at] ?? "";
  const longest = phraseStarts.has(word) ? Math.min(phraseWordsMax, words.length - at) : 1;
  for (let length = longest; length > 0; length -= 1) {
    const phrase = length === 1 ? word : words.slice(at, at + length).join(" ");
    const meaning = own.get(phrase) ?? abbreviations.get(phrase);
    if (meaning !== undefined) return { length, meaning };
  }
  return { length: 1, meaning: word };
}

/** `products` becomes `product`; `business` stays. */
function singular(word: string): string {
  if (word.length < 4 || word.endsWith("ss") || word.endsWith("us") || !word.endsWith("s")) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.slice(0, -1);
}

const fillers: ReadonlySet<string> = new Set(
  `limit insurance insured liability coverage sublimit of the a an any one per each for to in on or and your
  our by amount maximum total endorsement wording`.split(/\s+/),
);

/** Without the words that name nothing: "Each Occurrence Limit of Insurance" is "occurrence". */
export function withoutFillers(words: readonly string[]): readonly string[] {
  return words.filter((word) => !fillers.has(word));
}

const limitWords: ReadonlySet<string> = new Set(["limit", "sublimit", "insurance", "of", "amount"]);

/** Without the words for the amount alone: "Coverage A Limit" is "coverage a". */
export function withoutLimitWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !limitWords.has(word));
}
