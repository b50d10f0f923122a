import { deskWords } from "./thesaurus/desk-words.ts";
import { officeWords } from "./thesaurus/office-words.ts";
import { tradeWords } from "./thesaurus/trade-words.ts";
import { stem } from "./stem.ts";

/** Only in quoting: a look-up has tables of its own. */
const groups = [deskWords, tradeWords, officeWords].flatMap((words) => words.trim().split("\n"));

const bySource = new Map<string, ReadonlySet<string>>();
for (const line of groups) {
  const stems = line.split(" ").map(stem);
  for (const each of stems) bySource.set(each, new Set([...(bySource.get(each) ?? []), ...stems]));
}

/** Stems that stand for a stem, without itself. */
export function synonymsOf(stemmed: string): readonly string[] {
  return [...(bySource.get(stemmed) ?? [])].filter((other) => other !== stemmed);
}
