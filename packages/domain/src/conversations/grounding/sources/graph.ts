import { cut } from "@service/json";
import type { GraphNode } from "../../../book/graph/index.ts";
import { noEvidence } from "../evidence.ts";
import { fieldsAsText } from "../fields-as-text.ts";
import { rankTexts } from "../rank-texts.ts";
import { selectedAll } from "../selected.ts";
import { passageCharsMax } from "../divide-page.ts";
import { type FromSource, type GroundingDeps, opens, type SourceOf, type SourceQuestion } from "./source-question.ts";

/**
 * Nodes of the data graph: those that the selector names, else those whose names have words of the question. Nothing in
 * them is a value of a row (GRAPH-1).
 * @returns undefined without the right.
 */
export async function fromGraph(
  deps: GroundingDeps,
  { viewer, query, variables }: SourceQuestion,
  { selector, top_k }: SourceOf<"graph">,
): Promise<FromSource | undefined> {
  if (!opens(viewer, "graph:read")) return undefined;
  const kinds = selectedAll(selector?.kinds, variables);
  const keys = selectedAll(selector?.node_keys, variables);
  const { nodes } = await deps.graphs.read(viewer);
  const chosen = nodes
    .filter(
      ({ id, kind }) => (kinds === undefined || kinds.includes(kind)) && (keys === undefined || keys.includes(id)),
    )
    .map((node) => ({ node, title: node.label, text: textOf(node) }));
  const ranked = rankTexts(query, chosen).filter(({ score }) => keys !== undefined || score > 0);
  return {
    passages: ranked.slice(0, top_k).map(({ item: { node, title, text } }) => ({
      kind: "graph",
      ref: { node_key: node.id },
      title,
      locator: null,
      text: cut(text, passageCharsMax),
    })),
    needs: { ...noEvidence(viewer.organizationId), capabilities: ["graph:read"], isLiveOnly: true },
  };
}

function textOf({ kind, label, state, updatedAt, properties }: GraphNode): string {
  return fieldsAsText({ kind, label, state, updated_at: updatedAt.toISOString(), ...properties });
}
