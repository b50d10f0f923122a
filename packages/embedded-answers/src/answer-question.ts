import type { Json } from "@service/json";
import type { Citation, EmbeddedAnswer } from "./answer.ts";
import type { AnswerRequest, AnswerSources } from "./answer-request.ts";
import { AnswerText } from "./answer-text.ts";
import { fillSchema } from "./fill-schema.ts";
import { followedQuestion } from "./followed-question.ts";
import { lookUp } from "./lookup/look-up.ts";
import { asidesOf, withoutAsides } from "./lookup/asides.ts";
import { withCarriers } from "./lookup/with-carriers.ts";
import type { LookedUp } from "./lookup/looked-up.ts";
import type { Passage } from "./passages/passage.ts";
import { quoteAnswer } from "./passages/quoting.ts";
import { matchRule } from "./rules/match-rule.ts";
import { countWords } from "./split-words.ts";
import { withoutAbbreviations } from "./text/abbreviations.ts";
import { contentStems } from "./text/content-words.ts";
import { stem } from "./text/stem.ts";
import { synonymsOf } from "./text/synonyms.ts";

/** What is longer is no question to a book, and reading it by a table of patterns would take long (ANSWER-11). */
const lookUpCharsMax = 2_000;

/**
 * Answers a question: by the first rule that it meets, else by a look-up, else by sentences of the passages, else by
 * declining (ANSWER-1).
 * @throws what the sources throw; nothing of its own.
 */
export async function answerQuestion(request: AnswerRequest, sources: AnswerSources): Promise<EmbeddedAnswer> {
  const book = sources.book && withCarriers(sources.book);
  const answer = await answerOf(request, { ...sources, book });
  return { ...answer, usage: { inputWords: inputWords(request, sources), outputWords: countWords(answer.text) } };
}

type Unmeasured = Omit<EmbeddedAnswer, "usage">;

async function answerOf(request: AnswerRequest, sources: AnswerSources): Promise<Unmeasured> {
  const { question, rules, history, onNoEvidence } = request;
  const rule = await matchRule(rules, question, sources.quoting);
  if (rule !== undefined) return { method: "rule", json: null, ...replyOf(rule, sources.passages) };
  if (saysNothing.test(question))
    return { method: "declined", json: null, text: declineOf(request, []), citations: [] };
  if (request.responseFormat.type === "json_schema") {
    const filled = await fillSchema(request, sources, request.responseFormat.schema);
    if (filled !== undefined) return { method: "lookup", ...filled };
    return { method: "declined", json: null, text: "", citations: [], failure: "schema_mismatch" };
  }
  const found = question.length > lookUpCharsMax ? undefined : await lookUp(request, sources);
  const named =
    found === undefined || familyOf(found) === "documents" ? [] : requestedPapers(question, sources.passages);
  if (found !== undefined && named.length === 0)
    return { json: null, method: found.method, text: found.text, citations: found.citations };
  const followed = followedQuestion(withoutAbbreviations(question), history);
  // Beside a look-up only the paper that was named speaks.
  const task = { question: followed, passages: found === undefined ? sources.passages : named, onNoEvidence };
  const { quoted, near, nearest } = await (sources.quoting?.quote(task) ?? quoteAnswer(task));
  if (quoted !== undefined) return { method: "extractive", json: null, ...quoted };
  if (near !== undefined) return { method: "extractive", json: null, ...near };
  if (found !== undefined) return { json: null, method: found.method, text: found.text, citations: found.citations };
  return { method: "declined", json: null, text: declineOf(request, nearest), citations: [] };
}

/** Nothing, or nothing but thanks: what was asked before is not asked again. */
const saysNothing =
  /^[^\p{L}\p{N}]*(?:(?:ok|okay|k|thanks?|thank you|thx|ty|great|perfect|got it|good|cool|nice|fine|bye|goodbye|cheers)(?: (?:so much|very much|a lot|again))?[^\p{L}\p{N}]*)*$/iu;

/** The family of rows that a look-up rests on. */
function familyOf({ citations }: LookedUp): Json | undefined {
  return citations[0]?.source.ref["family"];
}

/** What papers are called. */
const papers =
  "contract application declaration dec agreement document letter proposal endorsement form certificate report handbook manual guide guideline procedure lease requirement memo attachment"
    .split(" ")
    .map(stem);
/** Whoever wants something by a paper, and what it is called: "what does the landlord want". */
const demandedBy: readonly (readonly [party: RegExp, paper: string])[] = [
  [/\b(?:landlord|lessor|property manager)\b/iu, "lease"],
  [/\b(?:lender|mortgagee)\b/iu, "loan"],
  [/\b(?:gc|general contractor|prime contractor|project owner)\b/iu, "contract"],
];

/** Passages of the papers that the question names, or that whoever it names asks by: they are quoted first (ANSWER-26). */
function requestedPapers(question: string, passages: readonly Passage[]): readonly Passage[] {
  const isLossRun = /\bloss runs?\b/i.test(question);
  // "The landlord is on the phone, what is …" says why it is asked.
  const core = withoutAsides(question, asidesOf(question));
  const requested = [
    ...contentStems(question).filter((each) => papers.includes(each) || (isLossRun && each === "run")),
    ...demandedBy.flatMap(([party, paper]) => (party.test(core) ? [stem(paper)] : [])),
  ];
  if (requested.length === 0) return [];
  return passages.filter(({ title, text }) => {
    const about = new Set(contentStems(`${title}\n${text.slice(0, 200)}`));
    return requested.some((each) => about.has(each) || synonymsOf(each).some((other) => about.has(other)));
  });
}

/** The reply as it stands, with the passages that the rule names (ANSWER-3). */
function replyOf(
  { reply, cite }: AnswerRequest["rules"][number],
  passages: readonly Passage[],
): { readonly text: string; readonly citations: readonly Citation[] } {
  const keys = cite === undefined ? [] : typeof cite === "string" ? [cite] : cite;
  const cited = keys.flatMap((key) => passages.filter(({ kind, ref }) => kind === "knowledge" && ref["key"] === key));
  if (cited.length === 0) return { text: reply, citations: [] };
  const end = [...reply].length;
  const citations = cited.map(({ kind, ref, title, locator, text }, index) => ({
    n: index + 1,
    source: { kind, ref, title, locator },
    quote: text,
    span: { start: 0, end },
  }));
  return { text: `${reply} ${citations.map(({ n }) => `[${n}]`).join(" ")}`, citations };
}

/** What a decline says: the configured text, and what came nearest (ANSWER-40). */
function declineOf({ declineText }: AnswerRequest, nearest: readonly string[]): string {
  const text = new AnswerText().add(declineText);
  if (nearest.length > 0) text.add(` Nearest: ${nearest.join("; ")}.`);
  return text.end().text;
}

function inputWords({ question, history }: AnswerRequest, { passages }: AnswerSources): number {
  return [question, ...history.map(({ text }) => text), ...passages.map(({ text }) => text)].reduce(
    (sum, text) => sum + countWords(text),
    0,
  );
}
