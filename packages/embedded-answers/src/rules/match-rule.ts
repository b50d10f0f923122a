import { byText } from "@service/json";
import { RE2JS } from "re2js";
import type { AnswerRule } from "../answer-request.ts";
import type { Quoting } from "../passages/quoting.ts";

/** The first rule that the question meets, by priority and key (ANSWER-2). */
export async function matchRule(
  rules: readonly AnswerRule[],
  question: string,
  quoting?: Pick<Quoting, "isFound">,
): Promise<AnswerRule | undefined> {
  const folded = foldForRules(question);
  const words = ruleWords(folded);
  const inOrder = rules.toSorted((left, right) => left.priority - right.priority || byText(left.key, right.key));
  for (const rule of inOrder) {
    const { pattern } = rule.when;
    if (!isMet(rule.when, words)) continue;
    if (pattern === undefined || (await (quoting?.isFound([pattern], [folded]) ?? isFound(pattern, folded))))
      return rule;
  }
  return undefined;
}

/** Compatibility forms and lower case: what `when` is written in. */
function foldForRules(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a string, each between two blanks. */
function ruleWords(folded: string): string {
  return ` ${folded.match(/[\p{L}\p{N}\p{M}]+/gu)?.join(" ") ?? ""} `;
}

/** Whether everything holds but the pattern, which takes longest. */
function isMet({ all, any, none, pattern }: AnswerRule["when"], words: string): boolean {
  const stands = (phrase: string): boolean => {
    const wanted = ruleWords(foldForRules(phrase));
    return wanted.trim() !== "" && words.includes(wanted);
  };
  const hasTerms = (all?.length ?? 0) + (any?.length ?? 0) > 0 || pattern !== undefined || (none?.length ?? 0) > 0;
  return (
    hasTerms &&
    (all ?? []).every(stands) &&
    (any === undefined || any.length === 0 || any.some(stands)) &&
    !(none ?? []).some(stands)
  );
}

const compiled = new Map<string, RE2JS | null>();
const compiledMax = 2_000;

/** A pattern that cannot be compiled matches nothing: it was refused when it was saved. */
function isFound(pattern: string, folded: string): boolean {
  let made = compiled.get(pattern);
  if (made === undefined) {
    if (compiled.size >= compiledMax) compiled.clear();
    made = compile(pattern);
    compiled.set(pattern, made);
  }
  return made?.matcher(folded).find() ?? false;
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}
