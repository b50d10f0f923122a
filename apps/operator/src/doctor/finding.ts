import { ConfigError, within } from "@service/runtime";

/** What one check of `svc doctor` says. */
export interface Finding {
  readonly check: string;
  /** `skipped`: there is nothing to check, or an earlier problem hides it. */
  readonly state: "ok" | "warning" | "problem" | "skipped";
  readonly says: string;
  /** What the operator can do; null where nothing needs to be done. */
  readonly todo: string | null;
}

/** A check without its name. */
export type Verdict = Omit<Finding, "check">;

export const ok = (says: string): Verdict => ({ state: "ok", says, todo: null });
export const skipped = (says: string): Verdict => ({ state: "skipped", says, todo: null });
export const warning = (says: string, todo: string): Verdict => ({ state: "warning", says, todo });
export const problem = (says: string, todo: string): Verdict => ({ state: "problem", says, todo });

/** No check waits longer for what it asks. */
const answerMsMax = 10_000;

/** Runs a check. What it throws is its problem, in one sentence. */
export async function found(check: string, todo: string, judge: () => Promise<Verdict>): Promise<Finding> {
  try {
    return { check, ...(await within(judge(), answerMsMax)) };
  } catch (error) {
    return { check, ...problem(sentenceOf(error), todo) };
  }
}

/** Messages alone: a probe has no use for a stack, and a cause names the refused connection. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return "it failed for an unknown reason";
  if (error instanceof ConfigError || !(error.cause instanceof Error)) return error.message;
  return `${error.message}: ${error.cause.message}`;
}
