import { once } from "../once.ts";
import { deletionsOf } from "./deletions.ts";
import { editDistance } from "./edit-distance.ts";
import { smallWords } from "./small-words.ts";
import { genericWords, legalForms, legalFormsOnlyAtEnd, legalFormsOnlyAtStart } from "./tables/index.ts";

/** What is left of an organization's name without its legal forms (NAME-12), and the classes of those. */
export type WithoutForms = {
  readonly core: readonly string[];
  /** Known classes (llc, jsc, ...); a form without a class adds none. */
  readonly classes: ReadonlySet<string>;
  readonly hasForm: boolean;
  /** The forms themselves, in the order in which they were taken. */
  readonly forms: readonly LegalForm[];
};

/** A legal form as one word ("limitedliabilitycompany"), and its class. */
export type LegalForm = { readonly text: string; readonly formClass: string };

const phraseWordsMax = 8;
/** Letters of a single word behind "AO" that is rather a firm than a family name. */
const aoNameChars = 6;
/** From this length a form may be misspelt by one letter: shorter ones are too near to other words. */
const misspeltChars = 6;

/** Words of forms as registers and bank statements shorten them. */
const shortened: ReadonlyMap<string, string> = new Map([
  ...["coy", "cmpy", "compy", "cmpny"].map((word) => [word, "company"] as const),
  ...["cpn", "corpn", "corptn"].map((word) => [word, "corporation"] as const),
  ...["ptnrshp", "prtnrshp", "ptnshp", "pship"].map((word) => [word, "partnership"] as const),
  ["lmtd", "limited"],
  ["liab", "liability"],
  ["stk", "stock"],
  ["prvt", "private"],
  ["publ", "public"],
]);

/** Forms without blanks: "S A de C V", "SA de CV" and "sadecv" are one. */
const joinedForms = once(
  (): ReadonlyMap<string, string> =>
    new Map([...legalForms()].map(([phrase, formClass]) => [joinedOf(phrase), formClass])),
);
const onlyAtEnd = once((): ReadonlySet<string> => new Set([...legalFormsOnlyAtEnd()].map(joinedOf)));
const onlyAtStart = once((): ReadonlySet<string> => new Set([...legalFormsOnlyAtStart()].map(joinedOf)));
const formWords = once(
  (): ReadonlySet<string> => new Set([...legalForms().keys()].flatMap((phrase) => phrase.split(" "))),
);
const longFormWords = once(deletionsOfFormWords);

/** Forms that are usual in the United States, where AB, AG or SA begin names of businesses. */
const usualForms: ReadonlySet<string> = new Set(
  (
    "llc inc incorporated corp corporation co company ltd limited lp llp lllp pllc plc pc pa dba " +
    "limitedliabilitycompany limitedcompany limitedpartnership limitedliabilitypartnership " +
    "limitedliabilitylimitedpartnership professionalcorporation professionalassociation " +
    "professionallimitedliabilitycompany publiclimitedcompany companylimited companyltd coltd coinc"
  ).split(" "),
);

export type FormsRead = "all" | "us";

/**
 * Takes legal forms from the end and from the start, the longest phrase first, repeatedly, while a word stays; from the
 * start only before a word that is neither generic nor a particle, because many forms also begin names.
 */
export function withoutLegalForms(words: readonly string[], forms: FormsRead = "all"): WithoutForms {
  let core = words;
  const classes = new Set<string>();
  const taken: LegalForm[] = [];
  for (let round = 0; round < words.length; round += 1) {
    const atEnd = phraseAt(core, (length) => core.slice(-length), forms, onlyAtStart());
    const atStart =
      atEnd === undefined ? phraseAt(core, (length) => core.slice(0, length), forms, onlyAtEnd()) : undefined;
    const rest = atEnd !== undefined ? core.slice(0, -atEnd.length) : core.slice(atStart?.length ?? 0);
    if (atStart !== undefined && !rest.some(isOwnWord)) break;
    const found = atEnd ?? atStart;
    if (found === undefined || isArticleOnly(rest)) break;
    taken.push({ text: found.text, formClass: found.formClass });
    if (found.formClass !== "other") classes.add(found.formClass);
    core = withoutJoint(rest);
  }
  return { core, classes, hasForm: taken.length > 0, forms: taken };
}

/**
 * "AO Vostok Montazh" begins with the Russian form, "AO Smith" and "AO Smith Corporation" with initials (NAME-12): it is
 * a form before two words or a long one, where no other form stands in the name.
 */
export function withoutLeadingAo(read: WithoutForms): WithoutForms {
  const [first, ...rest] = read.core;
  const [next = ""] = rest;
  const isFirm = rest.length > 1 || (isOwnWord(next) && next.length >= aoNameChars);
  if (first !== "ao" || read.hasForm || !isFirm || smallWords.has(next)) return read;
  return { core: rest, classes: new Set(["jsc"]), hasForm: true, forms: [{ text: "ao", formClass: "jsc" }] };
}

/** Whether a word alone is a legal form. */
export function isLegalForm(word: string): boolean {
  return joinedForms().has(word);
}

/** Whether a word alone is a legal form that is usual in the United States. */
export function isUsualForm(word: string): boolean {
  return usualForms.has(word);
}

/** "The Limited" is a name: without its form nothing would be left of it. */
function isArticleOnly(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === "the";
}

/** What can be the name of a business by itself. */
function isOwnWord(word: string): boolean {
  return !genericWords().has(word) && !smallWords.has(word) && word.length > 1;
}

/** An "and" that joined a form ("GmbH & Co. KG") goes with it. */
function withoutJoint(words: readonly string[]): readonly string[] {
  const end = words.length > 1 && words.at(-1) === "and" ? words.length - 1 : words.length;
  const start = end > 1 && words[0] === "and" ? 1 : 0;
  return words.slice(start, end);
}

function phraseAt(
  words: readonly string[],
  phraseOf: (length: number) => readonly string[],
  forms: FormsRead,
  elsewhere: ReadonlySet<string>,
): (LegalForm & { readonly length: number }) | undefined {
  for (let length = Math.min(phraseWordsMax, words.length - 1); length > 0; length -= 1) {
    const phrase = phraseOf(length);
    for (const joined of [phrase.join(""), phrase.map(corrected).join("")]) {
      const formClass = elsewhere.has(joined) ? undefined : classOf(joined, forms);
      if (formClass !== undefined) return { length, formClass, text: joined };
    }
  }
  return undefined;
}

function classOf(joined: string, forms: FormsRead): string | undefined {
  if (forms === "us" && !usualForms.has(joined)) return undefined;
  return joinedForms().get(joined) ?? (usualForms.has(joined) ? "other" : undefined);
}

/** The word of a form that a word shortens, or a longer one misspells by one letter; itself when it is a word of its own. */
function corrected(word: string): string {
  const full = shortened.get(word);
  if (full !== undefined) return full;
  if (word.length < misspeltChars || formWords().has(word) || genericWords().has(word) || smallWords.has(word))
    return word;
  const near = [...deletionsOf(word)]
    .flatMap((key) => longFormWords().get(key) ?? [])
    .filter((form) => editDistance(word, form, 1) <= 1);
  // "Corperation" is as near to "cooperation", which is no form by itself.
  return near.find(isLegalForm) ?? near[0] ?? word;
}

function joinedOf(phrase: string): string {
  return phrase.replaceAll(" ", "");
}

function deletionsOfFormWords(): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const word of formWords()) {
    if (word.length < misspeltChars) continue;
    for (const key of deletionsOf(word)) {
      const own = byKey.get(key);
      if (own === undefined) byKey.set(key, [word]);
      else own.push(word);
    }
  }
  return byKey;
}
