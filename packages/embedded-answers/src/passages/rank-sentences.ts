import type { FollowedQuestion } from "../followed-question.ts";
import { answerTypeOf, holdsCount, lacksDay, saysType } from "./answer-type.ts";
import { dividePassages, type Sentence } from "./divide-passages.ts";
import { stem } from "../text/stem.ts";
import type { Passage } from "./passage.ts";
import { countIn, isIn, type Term, termsOf } from "./question-terms.ts";

/** A sentence of a passage, with how well it answers. */
export interface RankedSentence {
  /** Positions of the passage and of the sentence in it. */
  readonly passage: number;
  readonly position: number;
  /** Verbatim. */
  readonly quote: string;
  /** Of the best that a sentence could reach, 0 to about 1: by this they are ranked. */
  readonly share: number;
  /** The same without the words that the paper itself stands for: by this an answer is one (ANSWER-22). */
  readonly answered: number;
  /** The same by the question's own words, without those of the text before it. */
  readonly answeredAlone: number;
  readonly stems: ReadonlySet<string>;
  /** Of the question's words with content, the share that its section says, 0 to 1; 0 without a rare one (ANSWER-32). */
  readonly near: number;
  /** What it shares with the sentences of its section alone. */
  readonly section: object;
}

/** BM25 (ANSWER-20). */
const saturation = 1.2;
const lengthWeight = 0.75;
const titleBoost = 0.5;
/** What the sentence before says, which a sentence goes on from. */
const beforeWeight = 0.4;
/** What a word for the question's own one, or title and heading, say of it where a section is only near. */
const aroundWeight = 0.75;
/** Of what is asked beside a name, so much must be said. */
const leastBesideName = 0.2;

/**
 * What a sentence counts for that says, or lacks, something the question asks for (ANSWER-28). Set on 24 papers of two authors
 * who did not know the code; on 12 of a third one, not seen before, with eight passages to a question, the answering sentence is
 * among the quotes for 63 % of the questions instead of 50 %, and 67 % instead of 48 % of what nothing answers are declined.
 */
const factors = {
  /** A time, a figure, a person: what the form of the question asks for. */
  saysType: 1.2,
  lacksType: 0.6,
  /** "The policy number": no words stand for it. */
  lacksNumber: 0.1,
  /** "Last year", "at the moment": a paper of rules does not say. */
  lacksDay: 0.5,
  /** "How many complaints": a number of them. */
  lacksCount: 0.5,
  /** "What bonding": the thing itself. */
  lacksFocus: 0.7,
  lacksName: 0.4,
  /** The heaviest word of the question that other sentences say and this one does not. */
  lacksKnown: 0.7,
};

/**
 * Sentences that share a word with the question, best first; ties by passage and position (ANSWER-20). Words of the text before
 * it count along, but a sentence without any of the question's own words is no answer (ANSWER-25).
 */
export function rankSentences(
  { question, earlier }: FollowedQuestion,
  passages: readonly Passage[],
): readonly RankedSentence[] {
  const sentences = dividePassages(passages);
  if (sentences.length === 0) return [];
  const { terms, own } = termsOf(question, earlier, sentences);
  if (terms.length === 0) return [];
  const meanLength = sentences.reduce((sum, { length }) => sum + length, 0) / sentences.length;
  const formFactor = formFactorOf(question);
  const ranked = sentences.flatMap((sentence): RankedSentence[] => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * sentence.length) / meanLength);
    const alone = scoreOf(sentence, own, norm);
    // The sentence must say something itself: a title alone answers nothing.
    if (alone.said === 0) return [];
    const whole = terms === own ? alone : scoreOf(sentence, terms, norm);
    const factor = formFactor(sentence.quote);
    const { passage, position, quote, counts } = sentence;
    return [
      {
        passage,
        position,
        quote,
        share: ((whole.said + whole.around) * factor) / whole.possible,
        answered: whole.answered * factor,
        answeredAlone: alone.answered * factor,
        stems: new Set(counts.keys()),
        near: nearness(sentence, own) * Math.min(factor, 1),
        section: sentence.context,
      },
    ];
  });
  return ranked.toSorted(
    (left, right) => right.share - left.share || left.passage - right.passage || left.position - right.position,
  );
}

/** What a sentence counts for by what the form of the question asks for. */
function formFactorOf(question: string): (sentence: string) => number {
  const type = answerTypeOf(question);
  const isWithoutDay = lacksDay(question);
  const isCounted = holdsCount(question);
  return (sentence) => {
    let factor = isWithoutDay(sentence) ? factors.lacksDay : 1;
    if (type !== undefined && saysType(type, sentence)) factor *= factors.saysType;
    else if (type !== undefined) factor *= type === "number" ? factors.lacksNumber : factors.lacksType;
    return isCounted(sentence) ? factor : factor * factors.lacksCount;
  };
}

interface Score {
  readonly said: number;
  /** What title, heading, opening lines and the sentence before say. */
  readonly around: number;
  /** What a sentence of mean length with every term once reaches. */
  readonly possible: number;
  readonly answered: number;
}

function scoreOf({ counts, context, before, quote }: Sentence, terms: readonly Term[], norm: number): Score {
  const hasFigure = figures.test(quote);
  const beside = { said: 0, known: 0, possible: 0 };
  let said = 0;
  let inContext = 0;
  let inBefore = 0;
  let known = 0;
  let possible = 0;
  let isSaid = false;
  const missed: Term[] = [];
  for (const term of terms) {
    const { weight } = term;
    const besideName = term.isName ? 0 : weight;
    possible += weight;
    beside.possible += besideName;
    const count = countIn(counts, term);
    if (count > 0) {
      said += (weight * count * (saturation + 1)) / (count + norm);
      beside.said += besideName;
      isSaid ||= !term.isPlain;
    } else if (isIn(context, term)) {
      inContext += weight * titleBoost;
      known += weight;
      beside.known += besideName;
    } else if (isIn(before, term)) {
      inBefore += weight * beforeWeight;
      beside.said += besideName * beforeWeight;
    } else if (term.needsFigure && hasFigure) {
      known += weight;
      beside.known += besideName;
    } else missed.push(term);
  }
  const left = possible - known;
  // A sentence with the name and nothing of what is asked of it is no answer.
  const asks = beside.possible - beside.known;
  const isOfName = beside.possible > 0 && (asks > 0 ? beside.said / asks < leastBesideName : beside.said === 0);
  const answered = isSaid && left > 0 && !isOfName ? (lackFactor(missed, terms) * (said + inBefore)) / left : 0;
  return { said, around: inContext + inBefore, possible, answered };
}

/** What a sentence counts for that does not say these terms. */
function lackFactor(missed: readonly Term[], terms: readonly Term[]): number {
  let least = 1;
  let heaviestMissed = 0;
  for (const { isFocus, isName, isUnseen, weight } of missed) {
    if (isFocus) least = Math.min(least, factors.lacksFocus);
    if (isName) least = Math.min(least, factors.lacksName);
    else if (!isUnseen) heaviestMissed = Math.max(heaviestMissed, weight);
  }
  const heaviest = terms.reduce((most, { weight }) => Math.max(most, weight), 0);
  return heaviest === 0 ? least : least * (1 - (1 - factors.lacksKnown) * (heaviestMissed / heaviest));
}

/** Figures, units of time and whom it is about: the asker's own case, where a paper says its own. */
const ofCase: ReadonlySet<string> = new Set(
  "one two three four five six seven eight nine ten twelve dozen hundred thousand million minute hour day week month year client customer applicant insured account"
    .split(" ")
    .map(stem),
);
/** Such a word stands in two sentences of a hundred, or fewer. */
const rareWeight = 3.6;
const leastMeant = 0.5;

/** How much of a question a sentence says together with what stands around it; nothing where what is asked stands nowhere. */
function nearness({ counts, context, before }: Sentence, terms: readonly Term[]): number {
  const asked = terms.filter((term) => !term.isPlain && !ofCase.has(term.stem) && !/^\d+$/.test(term.stem));
  if (asked.some(({ isUnseen, isName, isFocus }) => isUnseen && (isName || isFocus))) return 0;
  let said = 0;
  let possible = 0;
  let isRare = false;
  let isRareMeant = false;
  for (const term of asked) {
    possible += term.rarity;
    const isSaid = counts.has(term.stem);
    if (term.rarity >= rareWeight) {
      isRare ||= isSaid;
      isRareMeant ||= countIn(counts, term) > 0;
    }
    if (isSaid) said += term.rarity;
    else if (countIn(counts, term) > 0 || isIn(context, term)) said += term.rarity * aroundWeight;
    else if (isIn(before, term)) said += term.rarity * beforeWeight;
  }
  // A word for the rare one says less, and counts where nearly everything else is said.
  const share = possible === 0 ? 0 : said / possible;
  return isRare || (isRareMeant && share >= leastMeant) ? share : 0;
}

const figures =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty|sixty|ninety|days?|hours?|weeks?|months?|years?|immediately|at once)\b/iu;
