/**
 * The data graph: which connection, import, family, derivation and dataset an answer rests on, and in which state they
 * are. Nodes and edges are read from the tables that own them, and shown up to two seconds later.
 *
 * Guarantees: nothing in it is a value of a row of the book; nodes about secrets and about persons are in no answer.
 */
export {
  edgeKinds,
  type EdgeKind,
  type Graph,
  type GraphEdge,
  type GraphNode,
  hiddenKinds,
  type NodeKind,
  nodeKinds,
  nodeStates,
  type NodeState,
} from "./graph.ts";
export { type GraphDeps, type GraphLoader, openGraphLoader } from "./read-graph.ts";
export { type Lineage, lineageNodesMax, lineageOf } from "./lineage.ts";
