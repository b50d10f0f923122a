import { stem } from "./stem.ts";
import { vocabularyLines } from "./vocabulary.ts";

/** Only in quoting: a look-up has tables of its own. */
const groups = ["desk-words", "trade-words", "office-words"].flatMap(vocabularyLines);

const bySource = new Map<string, ReadonlySet<string>>();
for (const line of groups) {
  const stems = line.split(" ").map(stem);
  for (const each of stems) bySource.set(each, new Set([...(bySource.get(each) ?? []), ...stems]));
}

/** Stems that stand for a stem, without itself. */
export function synonymsOf(stemmed: string): readonly string[] {
  return [...(bySource.get(stemmed) ?? [])].filter((other) => other !== stemmed);
}
