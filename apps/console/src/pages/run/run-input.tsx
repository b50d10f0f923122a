import type { ReactElement } from "react";
import { JsonTree } from "../../parts/json-tree.tsx";
import type { Run } from "./use-run.ts";

/** What was sent. */
export function RunInput({ run }: { readonly run: Run }): ReactElement {
  return <JsonTree value={run.input} />;
}
