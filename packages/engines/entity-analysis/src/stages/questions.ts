import { counted, listInWords, severities, sentence, lowered } from "@service/engine-kit";
import { byText, clipped } from "@service/json";
import { questionTopicKeys, questionTopics, type QuestionTopic } from "../codes.ts";
import { profileKeyOf } from "./cite-facts.ts";
import type { Finding, OpenRule, Question } from "./findings.ts";
import type { Bench } from "./bench.ts";
import { addFinding, clarifyDays, type Judged, workItemOf } from "./judged.ts";
import { fillInsured } from "./wording.ts";

const questionsMax = 10;
const rulesNamedMax = 3;
const evidenceMax = 20;

/** One finding and one work item per topic of what is unknown (ENT-74, ENT-75). */
export function askQuestions(bench: Bench, judged: Judged): void {
  const open = judged.openRules.map((rule) => ({ rule, facts: questionsFor(bench, rule.paths) }));
  for (const topic of questionTopicKeys) {
    const behind = open.filter(({ facts }) => facts.some((each) => each.topic === topic));
    if (behind.length === 0) continue;
    const rules = behind.map(({ rule }) => rule).sort((a, b) => gravity(b) - gravity(a) || byText(a.label, b.label));
    const questions = uniqueQuestions(rules, (rule) =>
      questionsFor(bench, rule.paths).filter((each) => each.topic === topic),
    );
    const finding = addFinding(judged, questionFinding(bench, topic, rules, questions));
    const words = questionTopics[topic];
    judged.workItems.push(
      workItemOf(bench, finding, {
        kind: "contact_client",
        title: `Ask {insured} about its ${words}`,
        dueInDays: clarifyDays,
      }),
    );
  }
}

function questionFinding(
  bench: Bench,
  topic: QuestionTopic,
  rules: readonly OpenRule[],
  questions: readonly Question[],
): Finding {
  const { label } = bench.file.subject;
  const lines = new Set(rules.map(({ line }) => line));
  const [line] = lines;
  const names = [...new Set(rules.map((rule) => lowered(rule.label)))];
  const decided = sentence("Answers from", label, "decide on", listInWords(names, rulesNamedMax));
  return {
    findingKey: `ask_${topic}`,
    ruleKey: `ask_${topic}`,
    dimension: undefined,
    severity: rules[0]?.severity ?? "info",
    status: "review",
    title: clipped(`Ask ${label} about its ${questionTopics[topic]}: ${counted(questions.length, "question")}`, 160),
    detail: decided,
    target: lines.size === 1 && line !== undefined ? { line } : undefined,
    recommendation: questions.map(({ text }) => text).reduce((all, text) => withinRecommendation(all, text)),
    confidence: 0.3,
    evidenceIds: [...new Set(rules.flatMap((rule) => rule.evidenceIds))].slice(0, evidenceMax),
    questions,
  };
}

/** Whole questions only: the work item says them as well, with whose it is behind them. */
function withinRecommendation(written: string, text: string): string {
  return written.length + text.length + 1 > 800 ? written : `${written} ${text}`;
}

type TopicQuestion = Question & { readonly topic: QuestionTopic };

/** Questions of the gravest rules first, each fact once. */
function uniqueQuestions(
  rules: readonly OpenRule[],
  questionsOf: (rule: OpenRule) => readonly TopicQuestion[],
): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const { fact, text } of rules.flatMap(questionsOf))
    if (!questions.has(fact)) questions.set(fact, { fact, text });
  return [...questions.values()].slice(0, questionsMax);
}

/** Trade and states decide which rules apply at all: while they are unknown nothing else is asked for a rule. */
const gateFacts: ReadonlySet<string> = new Set(["naics", "states"]);

/** The facts that would settle a rule, each with the words in which a client is asked. */
function questionsFor(bench: Bench, paths: readonly string[]): TopicQuestion[] {
  const gates = paths.filter((path) => gateFacts.has(profileKeyOf(path) ?? ""));
  const settling =
    gates.length === 0 ? paths : paths.filter((path) => !path.startsWith("profile.") || gates.includes(path));
  const questions = settling.map((path) => questionFor(bench, path));
  return questions.length > 0 ? questions : [familyQuestion(bench, "input.documents")];
}

function questionFor(bench: Bench, path: string): TopicQuestion {
  const key = profileKeyOf(path);
  if (key === undefined) return familyQuestion(bench, path);
  const { label: insured } = bench.file.subject;
  const rule = bench.profile.byKey.get(key)?.rule;
  const label = lowered(rule?.label ?? key.replaceAll("_", " "));
  const plain =
    rule?.type === "boolean" ? `Is this true of ${insured}: ${label}?` : `What is the ${label} of ${insured}?`;
  const text = rule?.question === undefined ? plain : fillInsured(rule.question, insured);
  return { fact: `profile.${key}`, text: clipped(text, 300), topic: rule?.topic ?? "operations" };
}

const familyQuestions: readonly (readonly [RegExp, string, QuestionTopic, string])[] = [
  [
    /^records\.contracts/,
    "records.contracts",
    "contracts",
    "Which contracts, leases and loans of {insured} require insurance, and what do they ask for?",
  ],
  [
    /^records\.coverages/,
    "records.coverages",
    "policies",
    "Which coverages, limits and deductibles do the policies of {insured} have?",
  ],
  [
    /^records\.umbrella/,
    "records.policies",
    "policies",
    "Which policies does the umbrella of {insured} list in its schedule of underlying insurance?",
  ],
  [
    /^records\.(?:locations|property)/,
    "records.locations",
    "property",
    "Which locations does {insured} own or rent, of what construction, year and value?",
  ],
  [/^records\.vehicles/, "records.vehicles", "vehicles", "Which vehicles does {insured} own, lease or hire?"],
  [
    /^loss\.ratio/,
    "loss_history.earned_premium",
    "losses",
    "Which premiums did {insured} pay for these policies in each of the last three years?",
  ],
  [
    /^records\.claims|^loss/,
    "loss_history",
    "losses",
    "Can {insured} send loss runs of the last five years, valued within 90 days?",
  ],
  [
    /^input\.documents/,
    "input.documents",
    "policies",
    "Can {insured} send a signed application and copies of its policies?",
  ],
  [
    /^records/,
    "records.policies",
    "policies",
    "Which policies does {insured} have in force, with which carriers and dates?",
  ],
];

function familyQuestion(bench: Bench, path: string): TopicQuestion {
  const { label: insured } = bench.file.subject;
  const matched = familyQuestions.find(([pattern]) => pattern.test(path));
  if (matched !== undefined)
    return { fact: matched[1], topic: matched[2], text: clipped(fillInsured(matched[3], insured), 300) };
  const name = path
    .slice(path.lastIndexOf(".") + 1)
    .replaceAll("_", " ")
    .replace("[]", "");
  return { fact: path, topic: "operations", text: clipped(`What is the ${name} of ${insured}?`, 300) };
}

function gravity({ severity }: OpenRule): number {
  return severities.indexOf(severity);
}
