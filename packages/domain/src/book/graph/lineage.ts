import type { Graph, GraphEdge, GraphNode } from "./graph.ts";

export const lineageNodesMax = 500;

/** What a node comes from (`up`) or leads to (`down`), with the node itself. */
export interface Lineage {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** There are more within the depth. */
  readonly isTruncated: boolean;
}

/** Breadth first: what is nearest comes first, and a node once (GRAPH-12). `down` follows edges from their beginning. */
export function lineageOf(graph: Graph, start: GraphNode, direction: "up" | "down", depth: number): Lineage {
  const found = new Map([[start.id, start]]);
  let isTruncated = false;
  let frontier: readonly string[] = [start.id];
  for (let level = 0; level < depth && frontier.length > 0; level += 1) {
    const next: string[] = [];
    for (const id of frontier) {
      for (const edge of direction === "down" ? graph.outOf(id) : graph.into(id)) {
        const reached = graph.node(direction === "down" ? edge.to : edge.from);
        if (reached === undefined || found.has(reached.id)) continue;
        if (found.size >= lineageNodesMax) {
          isTruncated = true;
          continue;
        }
        found.set(reached.id, reached);
        next.push(reached.id);
      }
    }
    frontier = next;
  }
  const edges = [...found.keys()].flatMap((id) => graph.outOf(id).filter(({ to }) => found.has(to)));
  return { nodes: [...found.values()], edges, isTruncated };
}
