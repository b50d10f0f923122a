import type { ReactElement } from "react";
import { areSolutionsOf } from "../shape.ts";
import { TableSection } from "../section.tsx";
import type { Solution, View } from "../types.ts";
import { code, list, say, share } from "../values.ts";
import type { Comparison } from "./comparison.ts";
import { ItemCards } from "./item-cards.tsx";
import { Matrix } from "./matrix.tsx";
import { Requirements, Scenarios } from "./by-item.tsx";

/** Offers side by side: cards with score and price, what differs by impact, every row. */
export function comparisonView(output: Comparison, solutions: readonly unknown[]): View {
  const scores: readonly Solution<"comparison">[] = areSolutionsOf("comparison", solutions) ? solutions : [];
  return {
    lead: <ItemCards output={output} scores={scores} />,
    body: (
      <>
        <Matrix output={output} />
        <Requirements output={output} />
        <Scenarios output={output} />
        <Unaligned output={output} />
      </>
    ),
  };
}

/** Labels that stand for no coverage of the catalog, or that a model placed, and items that could not be compared. */
function Unaligned({ output }: { readonly output: Comparison }): ReactElement {
  const nameOf = (key: string): string => say(list(output.items).find((item) => item.key === key)?.label ?? key);
  return (
    <>
      <TableSection
        title="Labels without a counterpart"
        path="/unaligned"
        note="These lines of an offer could not be matched to a coverage. They count for nothing in the comparison."
        rows={list(output.unaligned)}
        idOf={({ label_id }) => label_id}
        name={{ title: "Label", text: ({ label, coverage }) => (label === undefined ? code(coverage) : say(label)) }}
        columns={[
          { title: "Offer", text: ({ item_key }) => nameOf(item_key), isOnCard: true },
          { title: "Line", text: ({ line }) => code(line), isOnCard: true },
          {
            title: "Nearest",
            text: ({ candidates }) =>
              list(candidates)
                .map(({ coverage, similarity }) => `${code(coverage)} (${share(similarity)})`)
                .join(", "),
            isOnCard: true,
          },
        ]}
      />
      <TableSection
        title="Labels placed by a model"
        path="/model_alignments"
        rows={list(output.model_alignments)}
        idOf={({ item_key, coverage }) => `${item_key} ${coverage}`}
        name={{ title: "Label", text: ({ label, coverage }) => (label === undefined ? code(coverage) : say(label)) }}
        columns={[
          { title: "Offer", text: ({ item_key }) => nameOf(item_key), isOnCard: true },
          { title: "Line", text: ({ line }) => code(line) },
          { title: "Counts as", text: ({ aligned_to }) => code(aligned_to), isOnCard: true },
        ]}
      />
      <TableSection
        title="Not compared"
        path="/excluded_items"
        rows={list(output.excluded_items)}
        idOf={({ key }) => key}
        name={{ title: "Offer", text: ({ key }) => say(key) }}
        columns={[{ title: "Why", text: ({ reason }) => code(reason), isOnCard: true }]}
      />
      <TableSection
        title="Documents"
        path="/documents"
        rows={list(output.documents)}
        idOf={({ item_key, document_key }) => `${item_key} ${document_key}`}
        name={{ title: "Document", text: ({ document_key }) => say(document_key) }}
        columns={[
          { title: "Offer", text: ({ item_key }) => nameOf(item_key), isOnCard: true },
          { title: "Read as", text: ({ kind, reason }) => code(kind ?? reason ?? "unread"), isOnCard: true },
          {
            title: "Not read",
            text: ({ unread }) =>
              list(unread)
                .map(({ page, excerpt }) => `page ${page}: ${say(excerpt)}`)
                .join("; "),
          },
        ]}
      />
    </>
  );
}
