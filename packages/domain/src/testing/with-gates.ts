import { startGates } from "../engines/engines/index.ts";
import type { WholeDeps } from "../open-deps.ts";

/** Runs `work` with a gate worker, for tests that publish or validate. */
export async function withGates<T>(deps: WholeDeps, work: () => Promise<T>): Promise<T> {
  const gates = startGates(deps, { slots: 2 });
  try {
    return await work();
  } finally {
    await gates.stop(0);
  }
}
