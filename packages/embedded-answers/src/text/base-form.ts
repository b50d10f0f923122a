import { vocabularyLines } from "./vocabulary.ts";

const bases: ReadonlyMap<string, string> = new Map(
  vocabularyLines("irregular-verbs").flatMap((line): [string, string][] => {
    const [base = "", ...forms] = line.split(" ");
    return forms.map((form) => [form, base]);
  }),
);

/** The verb of an irregular form; any other word as it is. */
export function baseForm(word: string): string {
  return bases.get(word) ?? word;
}
