import type { PlacedCoverage, PlacedValue } from "@service/engine-policy-documents";
import type { WrittenCoverage } from "../../input.ts";
import { pairKey } from "../item.ts";
import type { LabelIndex } from "../label-index.ts";
import type { StatedOtherwise } from "./item-documents.ts";

type MergedCoverages = {
  readonly lines: readonly { readonly written: WrittenCoverage; readonly excerpt: string | undefined }[];
  readonly differences: readonly StatedOtherwise[];
};

/** The caller's coverages, and those of the documents that the caller does not state; what two documents repeat, once. */
export function mergeCoverages(
  own: readonly WrittenCoverage[],
  offered: readonly PlacedCoverage[],
  labels: LabelIndex,
): MergedCoverages {
  const pairsOf = ({ line, coverage, label }: WrittenCoverage): readonly string[] =>
    labels.resolve(line, coverage, label).coverages.map((code) => pairKey(line, code));
  const stated = new Map(own.flatMap((line) => pairsOf(line).map((pair) => [pair, line] as const)));
  const lines: { written: WrittenCoverage; excerpt: string | undefined }[] = own.map((written) => ({
    written,
    excerpt: undefined,
  }));
  const differences: StatedOtherwise[] = [];
  const seen = new Map<string, string>();
  for (const { written, excerpt } of offered) {
    const mine = pairsOf(written)
      .map((pair) => stated.get(pair))
      .find((line) => line !== undefined);
    if (mine !== undefined) {
      differences.push(...differencesOf(mine, { written, excerpt }));
      continue;
    }
    const { source, ...content } = written;
    const from = source?.document_key ?? "";
    const repeated = seen.get(JSON.stringify(content));
    if (repeated !== undefined && repeated !== from) continue;
    seen.set(JSON.stringify(content), from);
    lines.push({ written, excerpt });
  }
  return { lines, differences };
}

function differencesOf(own: WrittenCoverage, { written, excerpt }: PlacedCoverage): readonly StatedOtherwise[] {
  const { source } = written;
  if (source?.document_key === undefined) return [];
  const pairs = [
    ["included", own.included, written.included],
    ["limit", own.limit, written.limit],
    ["deductible", own.deductible?.amount, written.deductible?.amount],
  ] as const;
  return pairs.flatMap(([name, mine, theirs]) =>
    mine === undefined || theirs === undefined || mine === theirs
      ? []
      : [
          {
            field: `${name} of ${written.coverage}`,
            stated: mine,
            found: { value: typeof theirs === "boolean" ? String(theirs) : theirs, source: sourceIn(source), excerpt },
          },
        ],
  );
}

function sourceIn({
  document_key: documentKey = "",
  page = 1,
  start = 0,
  end = 0,
  ...rest
}: NonNullable<WrittenCoverage["source"]>): PlacedValue["source"] {
  const { source_blob_ref: ref } = rest;
  return { document_key: documentKey, ...(ref === undefined ? {} : { source_blob_ref: ref }), page, start, end };
}
