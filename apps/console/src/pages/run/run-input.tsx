import type { ReactElement } from "react";
import { JsonTree } from "../../parts/json-tree.tsx";
import { useRun } from "./use-run.ts";

/** What was sent. */
export function RunInput({ id }: { readonly id: string }): ReactElement | null {
  const run = useRun(id).data;
  return run ? <JsonTree value={run.input} /> : null;
}
