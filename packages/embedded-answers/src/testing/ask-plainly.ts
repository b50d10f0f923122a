import { answerQuestion } from "../answer-question.ts";
import type { Subject } from "../answer-request.ts";
import type { EmbeddedAnswer } from "../answer.ts";
import type { BookSource } from "../book-source.ts";
import type { Passage } from "../passages/passage.ts";

/** A question without rules and without a schema, as most tests ask it. @param more.before what the same person asked before. */
export function askPlainly(
  question: string,
  { book, passages = [] }: { readonly book?: BookSource; readonly passages?: readonly Passage[] },
  more: { readonly before?: readonly string[]; readonly subject?: Subject; readonly declineText?: string } = {},
): Promise<EmbeddedAnswer> {
  const { before = [], subject = {}, declineText = "I cannot say." } = more;
  return answerQuestion(
    {
      question,
      history: before.map((text) => ({ role: "user" as const, text })),
      rules: [],
      subject,
      declineText,
      requireCitations: true,
      responseFormat: { type: "text" },
      onNoEvidence: "decline",
    },
    { passages, ...(book !== undefined && { book }) },
  );
}
