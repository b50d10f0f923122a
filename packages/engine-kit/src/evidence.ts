import { canonicalJson, type Written } from "@service/json";
import type { evidenceSchema } from "./schemas/index.ts";

/** Evidence of one output (TYPE-46). */
export const evidenceMax = 2000;
const excerptChars = 300;

/** One piece of the `evidence[]` of an output. */
export type Evidence = Written<ReturnType<typeof evidenceSchema>>;

/** `ref` is a `SourceRef`, `{rule_key}`, `{dataset_key, row_key}` or `{fact}` (TYPE-43). */
export type EvidenceSource = Omit<Evidence, "evidence_id">;

/**
 * Collects the sources of the statements in one output. Ids are `e1`, `e2`, ... in the order of first mention, so a
 * deterministic pipeline numbers them the same way every time; a source cited several times is one piece of evidence.
 */
export class EvidenceCollector {
  readonly #ids = new Map<string, string>();
  readonly #items: Evidence[] = [];
  #isTruncated = false;

  /** The id of this source, or `undefined` once 2,000 are collected (`isTruncated` then says so). */
  add(source: EvidenceSource): string | undefined {
    const item: EvidenceSource = {
      kind: source.kind,
      ref: source.ref,
      ...(source.excerpt === undefined ? {} : { excerpt: excerptOf(source.excerpt) }),
      ...(source.value === undefined ? {} : { value: source.value }),
    };
    const identity = canonicalJson(item);
    const existing = this.#ids.get(identity);
    if (existing !== undefined) return existing;
    if (this.#items.length >= evidenceMax) {
      this.#isTruncated = true;
      return undefined;
    }
    const id = `e${this.#items.length + 1}`;
    this.#ids.set(identity, id);
    this.#items.push({ evidence_id: id, ...item });
    return id;
  }

  /** `add` for several sources; ids without repetition, without those beyond the bound. */
  addAll(sources: readonly EvidenceSource[]): string[] {
    const ids = new Set<string>();
    for (const source of sources) {
      const id = this.add(source);
      if (id !== undefined) ids.add(id);
    }
    return [...ids];
  }

  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** The `evidence[]` of the output. */
  list(): readonly Evidence[] {
    return this.#items;
  }
}

/** At most 300 code points, well formed, so that an excerpt of any document has a canonical form. */
export function excerptOf(text: string): string {
  const wellFormed = text.toWellFormed();
  if (wellFormed.length <= excerptChars) return wellFormed;
  const points = Array.from(wellFormed.slice(0, excerptChars * 2));
  return points.length <= excerptChars ? points.join("") : `${points.slice(0, excerptChars - 1).join("")}…`;
}
