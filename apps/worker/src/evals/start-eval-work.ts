import type { Deps } from "@service/domain";
import { answerByTurns, judgeByModels, startEvals } from "@service/domain/evals";
import { openSeatReader } from "@service/domain/seats";
import type { AnswerDeps } from "@service/domain/turns";
import type { SecretBox } from "@service/runtime";

/** Evaluations take at most this share of the slots of turns, so that they never starve people. */
const shareOfTurns = 1 / 4;

/** The evaluations of a worker process; none where it answers no turns. */
export function startEvalWork(
  { queue, answering }: Pick<Deps, "queue"> & { readonly answering: AnswerDeps },
  options: { readonly turnSlots: number; readonly leaseSeconds: number },
): { stop(graceMs: number): Promise<void> } {
  if (options.turnSlots === 0) return { stop: () => Promise.resolve() };
  const { db, log, clock, models, openSecrets, computing } = answering;
  let secrets: SecretBox | undefined;
  const judging = {
    db,
    log,
    clock,
    models,
    computing,
    get secrets() {
      return (secrets ??= openSecrets());
    },
  };
  return startEvals(
    {
      db,
      queue,
      log,
      clock,
      seats: openSeatReader(db),
      answer: answerByTurns(answering),
      modelsOf: (trial) => judgeByModels(judging, trial),
    },
    { slots: Math.max(1, Math.floor(options.turnSlots * shareOfTurns)), leaseSeconds: options.leaseSeconds },
  );
}
