import { type Database, statement } from "@service/db";
import { asJsonObject, byText, isOneOf } from "@service/json";
import type { Clock } from "@service/runtime";
import { LRUCache } from "lru-cache";
import type { OrganizationScope } from "../../identity/access/index.ts";
import { listShipped } from "../catalog/index.ts";
import {
  edgeKinds,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeKind,
  nodeKinds,
  nodeStates,
} from "./graph.ts";

const readNodes = statement(
  "graph_nodes_read",
  `select n.kind, n.key, n.label, n.state, n.updated_at as "updatedAt", n.properties from graph_nodes n
   where n.organization_id = $1`,
).narrowed<{ readonly kind: string; readonly key: string; readonly label: string; readonly state: string }>();

const readEdges = statement(
  "graph_edges_read",
  `select e.from_kind || ':' || e.from_key as "from", e.to_kind || ':' || e.to_key as "to", e.kind, e.since
   from graph_edges e where e.organization_id = $1`,
).narrowed<{ readonly kind: string }>();

/** How long a process shows the graph that it read (GRAPH-4). */
const cachedMs = 2_000;
const graphsMax = 100;

/** The graphs that a process read lately, by organization. */
export interface GraphLoader {
  read(scope: OrganizationScope): Promise<Graph>;
}

export interface GraphDeps {
  readonly graphs: GraphLoader;
}

/** Opens it once per process. Requests that arrive together share one read. */
export function openGraphLoader({ db, clock }: { readonly db: Database; readonly clock: Clock }): GraphLoader {
  const cached = new LRUCache<string, Promise<Graph>>({ max: graphsMax, ttl: cachedMs });
  return {
    read({ organizationId }) {
      const found = cached.get(organizationId);
      if (found !== undefined) return found;
      const graph = readGraph(db, organizationId, clock.now());
      cached.set(organizationId, graph);
      graph.catch(() => cached.delete(organizationId));
      return graph;
    },
  };
}

const kindNames: readonly string[] = Object.keys(nodeKinds);
function isNodeKind(kind: string): kind is NodeKind {
  return kindNames.includes(kind);
}

/** Nodes and edges of one moment; edges whose ends are not both there are left out. */
async function readGraph(db: Database, organizationId: string, readAt: Date): Promise<Graph> {
  const [nodeRows, edgeRows] = await db.inTransaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    return [(await tx.query(readNodes([organizationId]))).rows, (await tx.query(readEdges([organizationId]))).rows];
  });
  const nodes = nodeRows.flatMap((row): GraphNode[] => {
    const { kind, key, label, state, updatedAt, properties } = row;
    if (!isNodeKind(kind) || !isOneOf(nodeStates, state)) return [];
    const id = `${kind}:${key}`;
    return [{ id, kind, key, label, state, updatedAt: updatedAt ?? readAt, properties: asJsonObject(properties) }];
  });
  // What an organization imports under the same key stands in place of what is shipped (CAT-5).
  const byId = new Map([...(await shippedNodes(db)), ...nodes].map((node) => [node.id, node]));
  const edges = edgeRows.flatMap(({ from, to, kind, since }): GraphEdge[] => {
    if (from === null || to === null || !byId.has(from) || !byId.has(to) || !isOneOf(edgeKinds, kind)) return [];
    return [{ id: `${from}>${kind}>${to}`, from, to, kind, since: since ?? readAt }];
  });
  const unique = [...new Map(edges.map((edge) => [edge.id, edge])).values()];
  const into = Map.groupBy(unique, ({ to }) => to);
  const outOf = Map.groupBy(unique, ({ from }) => from);
  return {
    nodes: [...byId.values()].toSorted((left, right) => byText(left.kind, right.kind) || byText(left.key, right.key)),
    edges: unique.toSorted((left, right) => byText(left.id, right.id)),
    node: (id) => byId.get(id),
    into: (id) => into.get(id) ?? [],
    outOf: (id) => outOf.get(id) ?? [],
    readAt,
  };
}

async function shippedNodes(db: Database): Promise<GraphNode[]> {
  return (await listShipped({ db })).map(({ datasetKey, title, version, rows, sha256, asOf, refreshedAt }) => ({
    id: `dataset:${datasetKey}`,
    kind: "dataset",
    key: datasetKey,
    label: title,
    state: "ok",
    updatedAt: refreshedAt,
    properties: { version, rows, sha256, as_of: asOf.toISOString(), shipped: true },
  }));
}
