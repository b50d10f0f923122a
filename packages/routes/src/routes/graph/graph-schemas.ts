import { Timestamp } from "@service/contract";
import { edgeKinds, type Graph, type GraphEdge, type GraphNode, nodeKinds, nodeStates } from "@service/domain/graph";
import type { Derivation, DerivationExecution } from "@service/domain/derivations";
import * as z from "zod";

const kindNames = Object.keys(nodeKinds);
const [firstKind = "", ...otherKinds] = kindNames;
const NodeKindName = z.enum([firstKind, ...otherKinds]);
const nodeIdExample = "family:policies";

export const Node = z
  .object({
    node_id: z.string().meta({ description: "`<kind>:<key>`.", examples: [nodeIdExample] }),
    kind: NodeKindName,
    key: z.string().meta({ examples: ["policies"] }),
    label: z.string().meta({ examples: ["Family policies"] }),
    state: z.enum(nodeStates),
    updated_at: Timestamp,
    properties: z
      .record(z.string().meta({ examples: ["plane"] }), z.unknown())
      .meta({ description: "Counts, hashes, times and names.", examples: [{ plane: "book" }] }),
    counts: z.object({ in: z.int(), out: z.int() }).optional().meta({ description: "Edges that end and begin here." }),
  })
  .meta({ id: "GraphNode" });

export const Edge = z
  .object({
    edge_id: z.string().meta({ examples: ["plane:book>contains>family:policies"] }),
    from: z.string().meta({ examples: ["plane:book"] }),
    to: z.string().meta({ examples: [nodeIdExample] }),
    kind: z.enum(edgeKinds),
    since: Timestamp,
  })
  .meta({ id: "GraphEdge" });

export const Kinds = z
  .object({
    kinds: z.array(
      z.object({
        kind: NodeKindName,
        label: z.string().meta({ examples: ["Families of rows"] }),
        count: z.int(),
        edge_kinds: z.array(z.enum(edgeKinds)),
      }),
    ),
    registered: z.int().meta({ description: "Kinds that exist, with those that are not shown." }),
  })
  .meta({ id: "GraphKinds" });

const Execution = z
  .object({
    execution_id: z.uuid(),
    connection_id: z.uuid(),
    status: z.enum(["running", "succeeded", "failed"]),
    change_seq_from: z.int(),
    change_seq_to: z.int(),
    clients: z.int(),
    rows: z.int(),
    error: z
      .object({
        code: z.string().meta({ examples: ["derivation_failed"] }),
        message: z.string().meta({ examples: ["It failed, and is tried again."] }),
      })
      .nullable()
      .meta({ examples: [null] }),
    started_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "DerivationExecution" });

export const DerivationShape = z
  .object({
    key: z.string().meta({ examples: ["account_summary"] }),
    node_id: z.string().meta({ examples: ["derivation:account_summary"] }),
    label: z.string().meta({ examples: ["Account summaries"] }),
    state: z.enum(nodeStates),
    mode: z.enum(["incremental", "full"]),
    inputs: z.array(z.string().meta({ examples: ["policies"] })).meta({ description: "Families and datasets." }),
    output: z
      .string()
      .nullable()
      .meta({ examples: ["derived:account_summary"] }),
    after_sync: z.boolean(),
    schedule: z
      .string()
      .nullable()
      .meta({ examples: ["0 5 * * *"] }),
    timezone: z.string().meta({ examples: ["UTC"] }),
    performed_by: z
      .string()
      .nullable()
      .meta({
        description: "What performs it where that is not the loop of derivations.",
        examples: ["import"],
      }),
    next_due_at: Timestamp.nullable(),
    last_run: Execution.nullable(),
  })
  .meta({ id: "Derivation" });

export const DerivationDetail = DerivationShape.extend({
  executions: z.array(Execution).meta({ description: "The last 20, newest first." }),
}).meta({ id: "DerivationDetail" });

export const Connection = z
  .object({
    connection_id: z.string().meta({ examples: ["0b3a52b3-59a5-4b1e-a3f0-5d1a0c7f2f10"] }),
    node: Node,
    last_syncs: z.array(Node).meta({ description: "Its last imports, newest first." }),
  })
  .meta({ id: "GraphConnection" });

export function presentNode(graph: Graph, node: GraphNode): z.input<typeof Node> {
  return {
    node_id: node.id,
    kind: node.kind,
    key: node.key,
    label: node.label,
    state: node.state,
    updated_at: node.updatedAt.toISOString(),
    properties: { ...node.properties },
    counts: { in: graph.into(node.id).length, out: graph.outOf(node.id).length },
  };
}

export function presentEdge({ id, from, to, kind, since }: GraphEdge): z.input<typeof Edge> {
  return { edge_id: id, from, to, kind, since: since.toISOString() };
}

/** The kinds that are shown, with how many nodes each has and the kinds of their edges. */
export function presentKinds(graph: Graph, registered: number): z.input<typeof Kinds> {
  const nodesOf = Map.groupBy(graph.nodes, ({ kind }): string => kind);
  return {
    kinds: Object.entries(nodeKinds).map(([kind, label]) => {
      const nodes = nodesOf.get(kind) ?? [];
      const edges = new Set(
        nodes.flatMap(({ id }) => [...graph.into(id), ...graph.outOf(id)].map((edge) => edge.kind)),
      );
      return { kind, label, count: nodes.length, edge_kinds: edgeKinds.filter((each) => edges.has(each)) };
    }),
    registered,
  };
}

export function presentExecution(one: DerivationExecution): z.input<typeof Execution> {
  return {
    execution_id: one.id,
    connection_id: one.connectionId,
    status: one.status,
    change_seq_from: one.changeSeqFrom,
    change_seq_to: one.changeSeqTo,
    clients: one.clients,
    rows: one.rows,
    error: one.code === null ? null : { code: one.code, message: one.message ?? "" },
    started_at: one.startedAt.toISOString(),
    finished_at: one.finishedAt?.toISOString() ?? null,
  };
}

const StateName = z.enum(nodeStates);

export function presentDerivation(one: Derivation): z.input<typeof DerivationShape> {
  return {
    key: one.key,
    node_id: `derivation:${one.key}`,
    label: one.label,
    state: StateName.parse(one.state),
    mode: one.mode,
    inputs: [...one.inputs],
    output: one.output,
    after_sync: one.isAfterSync,
    schedule: one.schedule,
    timezone: one.timezone,
    performed_by: one.performedBy,
    next_due_at: one.dueAt?.toISOString() ?? null,
    last_run: one.lastRun && presentExecution(one.lastRun),
  };
}
