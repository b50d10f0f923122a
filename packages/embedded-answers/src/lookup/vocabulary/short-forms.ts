import { vocabularyLines } from "../../text/vocabulary.ts";

const forms: ReadonlyMap<string, string> = new Map(
  vocabularyLines("short-forms").map((line): [string, string] => {
    const [form = "", word = ""] = line.split(" ");
    return [form, word];
  }),
);

/** The word that a short form stands for; the word itself for any other word. */
export function writtenOut(word: string): string {
  return forms.get(word) ?? word;
}
