import { fail, ServiceError, type CancelledRun, type Run } from "@service/contract";
import { compiledEngine, type ConfigurationDeps } from "@service/domain/engines";
import { presentFinishedRun, presentRun, type RunReadRow } from "@service/domain/runs";
import type { RunReader } from "@service/domain/seats";
import type * as z from "zod";

type PresentedWith = Parameters<typeof presentRun>[1];

/**
 * A run as this reader may see it: trimmed to the type's operator summary, under the field policy (RUN-82, PRIV-7).
 * @throws `load_run_failed`.
 */
export async function presentRunFor(
  deps: ConfigurationDeps,
  { policy }: RunReader,
  row: RunReadRow,
): Promise<z.input<typeof Run>> {
  return presentRun(row, { policy, schemas: await schemasOf(deps, policy, row) });
}

/**
 * The answer to cancelling a finished run, under the field policy of who asks (PRIV-7).
 * @throws `load_run_failed`.
 */
export async function presentFinishedRunFor(
  deps: ConfigurationDeps,
  { policy }: RunReader,
  row: RunReadRow,
): Promise<z.input<typeof CancelledRun>> {
  return presentFinishedRun(row, { policy, schemas: await schemasOf(deps, policy, row) });
}

/** Undefined for a configuration that is not stored: which values are sensitive is then not known (PRIV-18). */
async function schemasOf(
  deps: ConfigurationDeps,
  policy: PresentedWith["policy"],
  { configHash }: Pick<RunReadRow, "configHash">,
): Promise<PresentedWith["schemas"]> {
  if (policy.denied.length === 0 || configHash === null) return undefined;
  try {
    const { requestSchema: request, responseSchema: response } = await compiledEngine(deps, configHash);
    return { request, response };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "engine_config_hash_unavailable") return undefined;
    throw fail("load_run_failed", { cause: error });
  }
}
