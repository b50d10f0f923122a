/** Words of an answer with the blanks behind them: joined, they are the answer (ANSWER-6). */
export function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/gu) ?? [];
}

/** Words as usage counts them. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}
