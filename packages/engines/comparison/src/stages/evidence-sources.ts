import type { EvidenceSource } from "@service/engine-kit";
import { clipped, type Json, type JsonObject } from "@service/json";
import type { Attribute } from "../codes.ts";
import type { CoverageFacts, Item } from "./item.ts";

/**
 * Sources of statements about an item. Paths name items and coverages by key, never by position: the same input in
 * another order gives the same evidence (TYPE-3).
 */
export function itemEvidence(item: Item, path: string, value: Json, excerpt?: string): EvidenceSource {
  const ref = { fact: factPath(`items[${item.key}].${path}`) };
  const stated = statedIn(item, path, excerpt);
  if (stated !== undefined)
    return { kind: "document", ref: { ...stated.source, ...ref }, value, excerpt: stated.excerpt };
  return { kind: "fact", ref, value, ...(excerpt === undefined ? {} : { excerpt }) };
}

/** Where a document states a value of the item; of the premium as a whole, its base or its total. */
function statedIn({ documents }: Item, path: string, excerpt: string | undefined) {
  if (documents === undefined) return undefined;
  const paths = path === "premium" ? ["premium.base", "premium.total"] : [`${path}:${excerpt ?? ""}`, path];
  return paths.map((each) => documents.sources.get(each)).find((found) => found !== undefined);
}

/** The coverage line of an item: its stated source, otherwise the line itself. */
export function coverageEvidence(
  item: Item,
  fact: CoverageFacts,
  attribute: Attribute | "limit_basis" | "form" | "notes",
  value: Json,
): EvidenceSource {
  const source = fact.source ?? {};
  const path = factPath(`items[${item.key}].coverages[${fact.pair}].${attribute}`);
  const ref: JsonObject = { ...source, fact: path };
  const isDocument = source["document_key"] !== undefined || source["source_blob_ref"] !== undefined;
  const isRecord = source["record_key"] !== undefined;
  const { excerpt } = fact;
  return {
    kind: isDocument ? "document" : isRecord ? "record" : "fact",
    ref,
    value,
    ...(excerpt === undefined ? {} : { excerpt }),
  };
}

/** A coverage that an item does not list: the statement rests on the whole list. */
export function absenceEvidence(item: Item, pair: string): EvidenceSource {
  return itemEvidence(item, `coverages[${pair}].included`, false);
}

function factPath(path: string): string {
  return clipped(path, 200);
}
