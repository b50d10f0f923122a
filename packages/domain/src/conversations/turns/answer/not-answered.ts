import { isRetryableReason, type ProviderFailure, providerMessage, type ProviderReason } from "@service/models";
import type { AnswerError, AnswerModel, AnswerOutcome } from "../answer-outcome.ts";

/** The turn ends without an answer, for a reason that is its outcome and no failure of the service. */
export class TurnEndedError extends Error {
  readonly error: AnswerError;

  constructor(error: AnswerError) {
    super(`the turn ended: ${error.code}`);
    this.name = "TurnEndedError";
    this.error = error;
  }
}

/** A test scenario ends the answer here (TURN-60). */
export class ScenarioEnd extends Error {
  readonly outcome: Pick<AnswerOutcome, "status" | "incompleteReason" | "error">;

  constructor(outcome: Pick<AnswerOutcome, "status" | "incompleteReason" | "error">) {
    super("the test scenario ends the answer");
    this.name = "ScenarioEnd";
    this.outcome = outcome;
  }
}

/** Why the signal of a turn aborts, as far as it is the outcome of the turn. */
export const turnAborts = { cancelled: "cancelled", overdue: "overdue" } as const;

const nothing = { incompleteReason: null, method: null, json: null, egress: null } as const;

/** The outcome of an answer that ended early. */
export function notAnswered(error: ScenarioEnd | TurnEndedError | ProviderFailure, model: AnswerModel): AnswerOutcome {
  if (error instanceof ScenarioEnd) return { ...nothing, ...error.outcome, model };
  if (error instanceof TurnEndedError) return { ...nothing, status: "failed", error: error.error, model };
  const { reason, retryAfterSeconds } = error;
  return { ...nothing, status: "failed", error: providerErrorOf(reason, retryAfterSeconds), model };
}

/** A failure of a provider as the error of its turn, in the words of its reason (MODEL-51). */
export function providerErrorOf(reason: ProviderReason, retryAfterSeconds?: number): AnswerError {
  const retryable = isRetryableReason(reason);
  return { code: "provider_error", reason, message: providerMessage(reason), retryable, retryAfterSeconds };
}

/** The outcome that an abort is; undefined for one that is not an outcome: a lost lease, a stop of the process. */
notAnswered.byAbort = (reason: unknown, model: AnswerModel): AnswerOutcome | undefined => {
  if (reason === turnAborts.cancelled) return { ...nothing, status: "cancelled", error: null, model };
  if (reason === turnAborts.overdue) {
    const error = { code: "turn_timeout", reason: "total_budget", retryable: true } as const;
    return { ...nothing, status: "failed", error, model };
  }
  return undefined;
};
