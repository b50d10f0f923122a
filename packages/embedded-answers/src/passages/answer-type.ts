import { baseForm } from "../text/base-form.ts";
import { stem } from "../text/stem.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { wordsOf } from "../text/tokens.ts";

/** What the form of a question asks for: a sentence without it is hardly the answer (ANSWER-28). */
export type AnswerType = "time" | "number" | "figure" | "when" | "name" | "person" | undefined;

const numberWords =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|half|third|quarter|once|twice|double|triple|zero|both";
const figure = new RegExp(`\\d|\\b(?:${numberWords})\\b`, "iu");
const time = new RegExp(
  `\\b(?:\\d[\\d,]*|${numberWords}|same|next|each|every|following|first|last|few|a|an|business|calendar|working)[\\s-]+(?:\\w+[\\s-]+)?(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?|mornings?|afternoons?|time)\\b|\\b\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m\\b|\\b(?:from|between|until|till|at|by|before|after|since) \\d|\\b(?:weekdays?|weekends?|noon|midnight|immediately|promptly|at once|right away|daily|weekly|monthly|quarterly|annually|yearly|overnight|permanently|indefinitely|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)s?\\b`,
  "iu",
);
/** A time, or what must have come before. */
const moment = new RegExp(
  `${time.source}|\\b(?:if|when|whenever|once|after|before|until|unless|upon|within|as soon as|by the|at the|during|on the day|every|each)\\b`,
  "iu",
);
const somebody =
  /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:manager|principal|producer|agent|owner|officer|partner|clerk|assistant|accountant|bookkeeper|controller|supervisor|director|president|staff|team|desk|department|service|carrier|company|insurer|underwriter|adjuster|auditor|broker|lender|landlord|tenant|client|insured|employees?|anyone|anybody|nobody|no one|somebody|someone|everyone|everybody|person|people|board|association|committee|counsel|attorney|lawyer|provider|vendor|receptionist|spouse|members?|he|she|they|we|you|whoever|those)\b/u;

/** A word with a capital that does not begin the sentence. */
const properName = /(?<=[\p{L}\p{N},;:(]["'”’]?\s["'“‘(]?)\p{Lu}\p{Ll}+/u;

const forms: readonly (readonly [type: Exclude<AnswerType, undefined>, pattern: RegExp])[] = [
  [
    "time",
    /\bhow (?:long|soon|quickly|quick|fast|often|late|old|young|early|much (?:time|notice|longer)|many (?:minutes|hours|days|weeks|months|years|times)|far (?:in advance|ahead|back))\b|\b(?:by when|until when|what time|(?:what|which) (?:day|date|month|year)s?|deadline|turn-?around|time limit|time frame|how frequently)\b/iu,
  ],
  [
    "number",
    /\b(?:(?:what|which)(?:'s| is| are| was)?|(?:tell|give|send|show) (?:me|us)|i need) (?!(?:if|happens|to|do|does|did|should|must|may|can)\b)(?:(?!maximum|minimum|max|min|most|least|largest|smallest|highest|lowest|total)[\w'-]+ ){0,4}(?:numbers?\b|no\.)(?! of\b)/iu,
  ],
  [
    "figure",
    /\bhow (?:much|many|far|high|low|big|large|small|tall|heavy|wide|close|near)\b|\b(?:up to (?:what|which)|what(?:'s| is| are)?(?: the| our| your| their)? (?:\w+ )?(?:amount|percentage|percent|maximum|minimum|max|min|highest|lowest|largest|smallest|youngest|oldest|size|cost|price|fee|charge|rate|share|value|commission|discount|surcharge|deductible|limit|limits|number|length|radius|distance|age|threshold|cap|budget|rent|dues|salary|bonus|score|interest|tax|penalty|split|match|mileage|ratio|premiums?)|at what|what percent)\b/iu,
  ],
  [
    "name",
    /\b(?:who(?:'s| is| are) (?:the|our|my|their|its)|names? of|what(?:'s| is| are) .{0,40}\bnames?|(?:which|what) (?:bank|carriers?|compan(?:y|ies)|firms?|insurers?|lenders?|providers?|vendors?|software|systems?|tools?|apps?|wholesalers?|brokers?|attorney|lawyer)) /iu,
  ],
  ["when", /\b(?:when|when's)\b/iu],
  ["person", /\b(?:who|who's|whom|whose)\b/iu],
];

/** What a question asks for, by its last part that asks. */
export function answerTypeOf(question: string): AnswerType {
  const parts = question.split(
    /[.;?!:]\s|\s[-\u2013\u2014]\s|,\s(?=(?:how|what|when|who|whom|which|by|until|up to)\b)/u,
  );
  for (const part of parts.toReversed()) {
    const found = forms.find(([, pattern]) => pattern.test(part))?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a sentence says something of the kind. */
export function saysType(type: Exclude<AnswerType, undefined>, sentence: string): boolean {
  switch (type) {
    case "time":
      return time.test(sentence);
    case "number":
      return /\d/u.test(sentence);
    case "figure":
      return figure.test(sentence) || /\b(?:no|free|without|nothing|none|full|all)\b/iu.test(sentence);
    case "when":
      return moment.test(sentence);
    case "name":
      return properName.test(sentence);
    case "person":
      return somebody.test(sentence);
  }
}

/** A fact of a day, and not a rule: "last year", "at the moment". */
const ofADay =
  /\b(?:last|this|past|previous) (?:year|month|week|quarter|spring|summer|fall|autumn|winter)\b|\bat the moment\b|\bright now\b|\bin (?:19|20)\d\d\b|\bas of today\b/iu;

/** Whether a question asks for a fact of a day that a sentence does not speak of: papers hold rules. */
export function lacksDay(question: string): (sentence: string) => boolean {
  const isOfDay = ofADay.test(question);
  return (sentence) => isOfDay && !ofADay.test(sentence);
}

/** Whether a sentence has a number of what "how many days" counts close before it; of another question every sentence. */
export function holdsCount(question: string): (sentence: string) => boolean {
  const noun = /\bhow many (?:of (?:the|our|their) )?(?:\w+ )?(\w+s|people|children|feet)\b/iu.exec(question)?.[1];
  if (noun === undefined) return () => true;
  const own = stem(baseForm(noun.toLowerCase()));
  const counted = new Set([own, ...synonymsOf(own)]);
  return (sentence) => {
    const words = wordsOf(sentence);
    return words.some(
      (word, at) =>
        figure.test(word) && words.slice(at + 1, at + 5).some((other) => counted.has(stem(baseForm(other)))),
    );
  };
}
