/**
 * The data graph (GRAPH-1). All of it is computed from one read of an organization's nodes and edges, so its routes are rows
 * of one table.
 */
import { type ErrorCode, fail, limits, text, Timestamp, wholeNumber } from "@service/contract";
import { type CursorList, openPlace, type Page, pageOf, sealPlace } from "@service/domain";
import type { ActionName } from "@service/domain/access";
import { listDerivations, readDerivation } from "@service/domain/derivations";
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  hiddenKinds,
  lineageOf,
  nodeKinds,
  nodeStates,
} from "@service/domain/graph";
import * as z from "zod";
import { PageQuery } from "../../http/page-query.ts";
import { type Granted, type Route, route } from "../../http/route.ts";
import {
  Connection,
  DerivationDetail,
  DerivationShape,
  Edge,
  Kinds,
  Node,
  presentDerivation,
  presentEdge,
  presentExecution,
  presentKinds,
  presentNode,
} from "./graph-schemas.ts";

type GraphDeps = Granted<"graph.read">["deps"];
type GraphAction = Extract<ActionName, `graph.${string}`>;

interface GraphCall {
  readonly deps: GraphDeps;
  readonly organizationId: string;
  readonly graph: Graph;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parameter of the path; empty where it has none. */
  readonly key: string;
}

interface GraphRouteRow {
  readonly id: GraphAction;
  /** Behind `/api/v1/graph`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly data: z.ZodType;
  readonly isList?: true;
  readonly errors?: readonly ErrorCode[];
  find(call: GraphCall): Promise<{ readonly data: unknown; readonly nextCursor?: string | null }>;
}

const Nothing = z.strictObject({});
const KindFilter = text(1, 100).meta({ description: "A kind of `/graph/kinds`.", examples: ["family"] });

const rows: readonly GraphRouteRow[] = [
  ...(["graph.read", "graph.kinds"] as const).map((id): GraphRouteRow => ({
    id,
    path: id === "graph.read" ? "" : "/kinds",
    summary: id === "graph.read" ? "Read the data graph's kinds" : "List the kinds of nodes",
    data: Kinds,
    find: async ({ graph }) => ({
      data: presentKinds(graph, Object.keys(nodeKinds).length + hiddenKinds.length),
    }),
  })),
  {
    id: "graph.nodes.list",
    path: "/nodes",
    summary: "List the nodes of the data graph",
    description: "By kind and key. `q` finds words in keys and labels.",
    query: PageQuery.extend({
      kind: KindFilter.optional(),
      state: z.enum(nodeStates).optional(),
      q: text(1, 200)
        .optional()
        .meta({ examples: ["policies"] }),
    }),
    data: z.array(Node),
    isList: true,
    errors: ["invalid_cursor", "not_found"],
    async find({ deps, graph, query, organizationId }) {
      const { kind, state, q } = query;
      if (typeof kind === "string") refuseKind(kind);
      const wanted = typeof q === "string" ? q.toLowerCase() : "";
      const found = graph.nodes.filter(
        (node) =>
          (kind === undefined || node.kind === kind) &&
          (state === undefined || node.state === state) &&
          `${node.key} ${node.label}`.toLowerCase().includes(wanted),
      );
      const list = { list: "graph_nodes", organizationId, kind, state, q };
      const { rows, nextCursor } = pageBehind(deps.secrets, query, { all: found, list, place: placeOfNode });
      return { data: rows.map((node) => presentNode(graph, node)), nextCursor };
    },
  },
  {
    id: "graph.nodes.read",
    path: "/nodes/{node_id}",
    summary: "Read one node",
    data: Node,
    errors: ["not_found"],
    find: async ({ graph, key }) => ({ data: presentNode(graph, nodeNamed(graph, key)) }),
  },
  {
    id: "graph.nodes.edges",
    path: "/nodes/{node_id}/edges",
    summary: "List the edges of a node",
    query: PageQuery.extend({
      direction: z.enum(["in", "out", "both"]).optional().meta({ description: "Default `both`." }),
    }),
    data: z.array(Edge),
    isList: true,
    errors: ["invalid_cursor", "not_found"],
    async find({ deps, graph, key, query, organizationId }) {
      const { id } = nodeNamed(graph, key);
      const { direction = "both" } = query;
      const all = [
        ...(direction === "out" ? [] : graph.into(id)),
        ...(direction === "in" ? [] : graph.outOf(id).filter(({ to }) => direction === "out" || to !== id)),
      ].toSorted((left, right) => (left.id < right.id ? -1 : 1));
      const list = { list: "graph_edges_of_node", organizationId, id, direction };
      const { rows, nextCursor } = pageBehind(deps.secrets, query, { all, list, place: placeOfEdge });
      return { data: rows.map(presentEdge), nextCursor };
    },
  },
  {
    id: "graph.nodes.lineage",
    path: "/nodes/{node_id}/lineage",
    summary: "Read what a node comes from or leads to",
    description:
      "Breadth first, up to 500 nodes, the node itself among them; `truncated` says that there are more. `down` follows edges from `from` to `to`.",
    query: z.strictObject({
      direction: z.enum(["up", "down"]).optional().meta({ description: "Default `down`." }),
      depth: wholeNumber(1, 6)
        .optional()
        .meta({ description: "Default 3.", examples: [3] }),
    }),
    data: z.object({ nodes: z.array(Node), edges: z.array(Edge), truncated: z.boolean() }).meta({ id: "GraphLineage" }),
    errors: ["not_found"],
    async find({ graph, key, query: { direction, depth } }) {
      const start = nodeNamed(graph, key);
      const found = lineageOf(graph, start, direction === "up" ? "up" : "down", typeof depth === "number" ? depth : 3);
      return {
        data: {
          nodes: found.nodes.map((node) => presentNode(graph, node)),
          edges: found.edges.map(presentEdge),
          truncated: found.isTruncated,
        },
      };
    },
  },
  {
    id: "graph.edges.list",
    path: "/edges",
    summary: "List the edges of the data graph",
    query: PageQuery,
    data: z.array(Edge),
    isList: true,
    errors: ["invalid_cursor"],
    async find({ deps, graph, query, organizationId }) {
      const list = { list: "graph_edges", organizationId };
      const { rows, nextCursor } = pageBehind(deps.secrets, query, { all: graph.edges, list, place: placeOfEdge });
      return { data: rows.map(presentEdge), nextCursor };
    },
  },
  {
    id: "graph.connections.list",
    path: "/connections",
    summary: "List the connections with their last imports",
    data: z.array(Connection),
    async find({ graph }) {
      const connections = graph.nodes.filter(({ kind }) => kind === "connection");
      return {
        data: connections.map((node) => ({
          connection_id: node.key,
          node: presentNode(graph, node),
          last_syncs: graph
            .outOf(node.id)
            .flatMap(({ to }) => graph.node(to) ?? [])
            .filter(({ kind }) => kind === "sync")
            .toSorted((left, right) => right.updatedAt.getTime() - left.updatedAt.getTime())
            .map((sync) => presentNode(graph, sync)),
        })),
      };
    },
  },
  {
    id: "graph.derivations.list",
    path: "/derivations",
    summary: "List the derivations",
    data: z.array(DerivationShape),
    async find({ deps, organizationId }) {
      return { data: (await listDerivations(deps, { organizationId })).map(presentDerivation) };
    },
  },
  {
    id: "graph.derivations.read",
    path: "/derivations/{key}",
    summary: "Read a derivation with its last executions",
    data: DerivationDetail,
    errors: ["not_found"],
    async find({ deps, organizationId, key }) {
      const { derivation, executions } = await readDerivation(deps, { organizationId }, key);
      return { data: { ...presentDerivation(derivation), executions: executions.map(presentExecution) } };
    },
  },
];

function graphRoute(row: GraphRouteRow): Route {
  const name = /\{(\w+)\}/.exec(row.path)?.[1];
  return route({
    id: row.id,
    method: "GET",
    path: `/api/v1/graph${row.path}`,
    summary: row.summary,
    ...(row.description !== undefined && { description: row.description }),
    ...(name !== undefined && {
      params: z.object({
        [name]: z.string().meta({ examples: [name === "key" ? "account_summary" : "family:policies"] }),
      }),
    }),
    query: row.query ?? Nothing,
    responses: {
      200: z.object({
        duration_ms: z.int(),
        data: row.data,
        ...(row.isList && {
          next_cursor: z
            .string()
            .nullable()
            .meta({ examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
        }),
        computed_at: Timestamp,
      }),
    },
    errors: ["invalid_request", ...(row.errors ?? [])],
    async handle({ deps, caller, query, params, startedAtMs, reply }) {
      const { organizationId } = caller;
      const graph = await deps.graphs.read(caller);
      const given: unknown = name === undefined ? "" : Reflect.get(Object(params), name);
      const found = await row.find({ deps, organizationId, graph, query, key: typeof given === "string" ? given : "" });
      const body = {
        duration_ms: Math.round(performance.now() - startedAtMs),
        data: found.data,
        ...(found.nextCursor !== undefined && { next_cursor: found.nextCursor }),
        computed_at: graph.readAt.toISOString(),
      };
      return reply(200, body);
    },
  });
}

/** @throws `not_found` for a kind that is not shown, `invalid_request` for one that does not exist (GRAPH-3). */
function refuseKind(kind: string): void {
  if (hiddenKinds.some((hidden) => hidden === kind)) throw fail("not_found");
  if (Object.hasOwn(nodeKinds, kind)) return;
  const message = `must be one of ${Object.keys(nodeKinds).join(", ")}`;
  throw fail("invalid_request", { message: `The kind ${message}.`, details: [{ field: "kind", message }] });
}

/** @throws as `refuseKind` by the kind in the id; `not_found` for a node that is not there. */
function nodeNamed(graph: Graph, id: string): GraphNode {
  refuseKind(id.split(":", 1)[0] ?? "");
  const node = graph.node(id);
  if (node === undefined) throw fail("not_found");
  return node;
}

/** The parts by which a list is sorted. */
const Place = z.array(z.string()).min(1).max(2);
type Place = readonly string[];
const placeOfNode = ({ kind, key }: GraphNode): Place => [kind, key];
const placeOfEdge = ({ id }: GraphEdge): Place => [id];

/** A page behind the place of the cursor: what comes and goes meanwhile moves no other row to another page. */
function pageBehind<Row>(
  box: GraphDeps["secrets"],
  query: Readonly<Record<string, unknown>>,
  {
    all,
    list,
    place,
  }: { readonly all: readonly Row[]; readonly list: CursorList; readonly place: (row: Row) => Place },
): Page<Row> {
  const { cursor, limit } = query;
  const after = typeof cursor === "string" ? openPlace(box, list, cursor, Place) : undefined;
  const rest = after === undefined ? all : all.filter((row) => isBehind(place(row), after));
  const size = typeof limit === "number" ? limit : limits.pageDefault;
  return pageOf(rest, size, (last) => sealPlace(box, list, place(last)));
}

/** Whether a row stands behind a place, part by part. */
function isBehind(row: Place, place: Place): boolean {
  const index = row.findIndex((part, at) => part !== place[at]);
  return index !== -1 && (row[index] ?? "") > (place[index] ?? "");
}

export const graphRoutes: readonly Route[] = rows.map(graphRoute);
