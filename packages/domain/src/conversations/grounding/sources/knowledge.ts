import { dividePage } from "../divide-page.ts";
import { noEvidence } from "../evidence.ts";
import { rankTexts } from "../rank-texts.ts";
import { selectedAll } from "../selected.ts";
import type { FromSource, SourceOf, SourceQuestion } from "./source-question.ts";

/** Passages of the configuration itself, which everybody who may converse may read. */
export function fromKnowledge(
  { viewer, query, config, variables }: SourceQuestion,
  { selector, top_k }: SourceOf<"knowledge">,
): FromSource {
  const keys = selectedAll(selector?.keys, variables);
  const chosen = config.knowledge.filter(({ key }) => keys === undefined || keys.includes(key));
  const parts = chosen.flatMap(({ key, title, text }) =>
    dividePage(text).map((part, index) => ({ key, passage: index + 1, title, text: part })),
  );
  return {
    passages: rankTexts(query, parts)
      .slice(0, top_k)
      .map(({ item: { key, passage, title, text } }) => ({
        kind: "knowledge",
        ref: { key, passage },
        title,
        locator: null,
        text,
      })),
    needs: noEvidence(viewer.organizationId),
  };
}
