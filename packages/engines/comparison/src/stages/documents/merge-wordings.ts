import { placed, type PlacedValue, type ReadDocument, type ReadWording } from "@service/engine-policy-documents";
import { clipped } from "@service/json";
import type { WrittenItem } from "../../input.ts";
import { folded } from "./folded.ts";
import type { ItemDocuments } from "./item-documents.ts";

/** Most wordings of a list (CMP-2). */
const wordingsMax = 100;

const wordingLists = {
  endorsements: "forms",
  exclusions: "exclusions",
  conditions: "conditions",
  subjectivities: "subjectivities",
} as const;
export type WordingList = keyof typeof wordingLists;

/** The caller's wordings, then those of the documents that the caller does not state. */
export function mergeWordings(
  item: WrittenItem,
  read: readonly ReadDocument[],
): { readonly lists: Pick<WrittenItem, WordingList>; readonly sources: ItemDocuments["sources"] } {
  const sources = new Map<string, Pick<PlacedValue, "source" | "excerpt">>();
  const listOf = (name: WordingList) => {
    const list = [...(item[name] ?? [])];
    const present = new Set(list.flatMap(({ code, text }) => [folded(code ?? text), folded(text)]));
    for (const { document, reading } of read)
      for (const wording of reading[wordingLists[name]]) {
        const written = asWording(wording);
        if (present.has(folded(written.code ?? written.text)) || list.length >= wordingsMax) continue;
        present.add(folded(written.code ?? written.text));
        list.push(written);
        sources.set(`${name}:${written.text}`, placed(document, "", wording.at));
      }
    return list;
  };
  const lists = {
    endorsements: listOf("endorsements"),
    exclusions: listOf("exclusions"),
    conditions: listOf("conditions"),
    subjectivities: listOf("subjectivities"),
  };
  return { lists, sources };
}

function asWording({ number, text }: ReadWording): { readonly code?: string; readonly text: string } {
  return { ...(number === undefined ? {} : { code: clipped(number, 60) }), text: clipped(text, 500) };
}
