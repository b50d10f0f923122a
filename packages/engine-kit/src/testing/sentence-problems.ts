/**
 * What a reader who sells insurance would stumble over in a text of a result (WORD-1 to WORD-7). Used by the sentence
 * tests, which render every rule, check, detector and template with its smallest and its fullest data.
 */

export type SentenceRules = {
  /** One of these names must stand in the text: the insured, the account, the offer. Left out: no name is asked for. */
  readonly names?: readonly string[];
  /** Whether the last character must end a sentence: details do, titles and headlines need not. */
  readonly endsWithStop?: boolean;
  /** Whether a verb is asked for (default: yes). Labels and single values have none. */
  readonly hasVerb?: boolean;
};

const wordsMax = 35;

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z]+_[a-z0-9_]+\b/, "a code with underscores"],
  [/\b(?:input|risk|loss|profile|records|item|need|offering|account|policy|finding|submission)\.[a-z@]/, "a path"],
  [/@\.|\[\]|\[\d+\]/, "a path"],
  [/[{}]|\[object/, "JSON"],
  [/\b(?:undefined|null|NaN|Infinity)\b/, "a value of the language"],
  [/[<>]=?|[!=]==?/, "an operator"],
  [/\b(?:gte|lte|eq|ne|gt|lt|not_in)\b/, "an operator"],
  [/\b\d+ of \d+ match/, "a count of matches"],
  [
    /\b1 (?:days|policies|vehicles|claims|submissions|employees|locations|offers|years|months|parties|quotes)\b/,
    "a plural of one",
  ],
  [/\ba (?:[aeio]|umbrella|uninsured|\$8)/i, '"a" before a vowel'],
  [
    /\ban (?!hour|honest|heir|MVR|SR|NAICS|NAIC|LLC|LP|NPN|FEIN|X\b|M\b|N\b|S\b|F\b|L\b|R\b|H\b|\$?(?:8|11|18))[^aeiou\W]/i,
    '"an" before a consonant',
  ],
  [/\b\d{4}-\d{2}-\d{2}\b/, "a date in figures"],
  [/\d%/, "a percentage without its blank"],
  [/(?<![\d,.$])\d{5,}(?![\d,.%-])/, "an amount without grouping"],
];

/** Words that may stand twice in a row ("had had" is not among our templates). */
const mayRepeat: ReadonlySet<string> = new Set(["that"]);

const verbs =
  /\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|may|might|must|should|will|would|needs?|asks?|asked|covers?|covered|shows?|states?|stated|lists?|names?|named|holds?|held|writes?|expires?|expired|ends?|ended|starts?|begins?|renews?|renewed|drops?|dropped|leaves?|left|gives?|costs?|rises?|rose|fell|falls?|cuts?|adds?|loses?|lost|matches|matched|owns?|owned|differs?|requires?|required|limits?|pays?|paid|meets?|met|applies|applied|includes?|excludes?|offers?|stands?|fits?|runs?|quotes?|confirm|check|review|request|obtain|ask|call|add|raise|increase|replace|compare|correct|send|submit|schedule|verify|decide|see|keep|make|place|move|remove|contact|prepare|report|reports|falls|serves?|employs?|uses?|stores?|sells?|carries|carry|declines?|declined|refers?|comes?|goes|gets?|says?|said|told|tell|found|remains?|screen|screened|answers?|read|understood|known|arrived|belongs?|concerns?|agrees?|reaches|exceeds?|lacks?|depends?|follow|follows|takes?|took|grows?|grew|changes?|changed|lapses?|lapsed|opens?|opened|closes?|closed|receive[sd]?|name|list|complete|update|collect|get|bring|work|hold|clear|route|chase|assign|seek|prefer[s]?|works|turns?|sent|set|sets|rates?|rated|prices?|priced|scores?|scored|ranks?|ranked|insures?|decides?|apply|reach|record|expect|discuss|document|clarify|makes?|handles?|secure|settle|saves?|finds?|wants?)\b/i;

/** What is wrong with one text, in words; empty when nothing is. */
export function sentenceProblems(text: string, rules: SentenceRules = {}): readonly string[] {
  const problems: string[] = [];
  if (text.trim() === "") return ["nothing is written"];
  if (!/^[\p{Lu}\d"“$(]/u.test(text)) problems.push("does not begin with a capital, a digit or a quote");
  if (/ {2,}|^ | $|\s[,.;:!?](?:\s|$)/.test(text)) problems.push("has a doubled or stray blank");
  if (count(text, "(") !== count(text, ")")) problems.push("has an open parenthesis");
  if (count(text, '"') % 2 !== 0) problems.push("has an open quote");
  const doubled = /\b(\p{L}+) \1\b/iu.exec(text)?.[1]?.toLowerCase();
  if (doubled !== undefined && !mayRepeat.has(doubled)) problems.push(`says "${doubled}" twice`);
  const bare = rules.names?.reduce((rest, name) => rest.replaceAll(name, "It"), text) ?? text;
  for (const [pattern, what] of forbidden) {
    const found = pattern.exec(bare);
    if (found !== null) problems.push(`has ${what}: "${found[0]}"`);
  }
  if (/[.,;:]{2,}/.test(text.replaceAll("...", ""))) problems.push("has two marks in a row");
  if (rules.endsWithStop === true && !/[.!?]["”)]?$/.test(text)) problems.push("does not end with a full stop");
  if (rules.hasVerb !== false && !verbs.test(bare)) problems.push("has no verb");
  if (rules.names !== undefined && !rules.names.some((name) => text.includes(name))) {
    problems.push(`names none of ${rules.names.join(", ")}`);
  }
  for (const part of text.split(/(?<=[.!?])\s+(?=[\p{Lu}"“])/u)) {
    const length = part.split(/\s+/).length;
    if (length > wordsMax) problems.push(`has a sentence of ${length} words`);
  }
  return problems;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
