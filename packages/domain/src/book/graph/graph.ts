import type { Json } from "@service/json";

/** Kinds of nodes that are shown (GRAPH-2), with their labels. */
export const nodeKinds = {
  connection: "Connections to systems of record",
  source_object: "Files that connections deliver",
  sync: "Imports",
  snapshot: "Snapshots of the book",
  plane: "Planes of the book",
  family: "Families of rows",
  dataset: "Datasets",
  document_collection: "Collections of documents",
  document_index: "Indexes of documents",
  derivation: "Derivations",
  schedule: "Schedules",
  check: "Checks",
  engine: "Engines",
  engine_release: "Releases of engines",
} as const;
export type NodeKind = keyof typeof nodeKinds;

/** Registered for the operator, and shown to nobody: they describe secrets, and who is which seat (GRAPH-3). */
export const hiddenKinds = ["credential", "identity_map"] as const;

export const nodeStates = ["ok", "warning", "failed", "disabled", "unknown"] as const;
export type NodeState = (typeof nodeStates)[number];

export const edgeKinds = [
  "feeds",
  "contains",
  "produces",
  "reads",
  "scheduled_by",
  "checked_by",
  "released_as",
  "indexes",
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly key: string;
  readonly label: string;
  readonly state: NodeState;
  readonly updatedAt: Date;
  readonly properties: { readonly [name: string]: Json };
}

export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly since: Date;
}

/** An organization's graph at one moment, indexed for every question. */
export interface Graph {
  /** By kind and key. */
  readonly nodes: readonly GraphNode[];
  /** By their ids. */
  readonly edges: readonly GraphEdge[];
  readonly node: (id: string) => GraphNode | undefined;
  /** Edges that end at a node, and that begin there. */
  readonly into: (id: string) => readonly GraphEdge[];
  readonly outOf: (id: string) => readonly GraphEdge[];
  readonly readAt: Date;
}
