import type { ReactElement } from "react";
import { JsonTree } from "../parts/json-tree.tsx";
import { Empty } from "../parts/states.tsx";
import type { Run } from "../pages/run/use-run.ts";

/** The result of a run, one view for each engine type. */
export function Result({ run }: { readonly run: Run }): ReactElement {
  if (run.output === undefined) return <Empty why="There is no result: see the timeline for why." />;
  return <JsonTree value={run.output} />;
}
