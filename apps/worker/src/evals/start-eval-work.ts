import type { Deps } from "@service/domain";
import { answerByTurns, judgeByModels, startEvals } from "@service/domain/evals";
import type { ModelDesk } from "@service/domain/models";
import { openSeatReader } from "@service/domain/seats";
import type { SecretBox } from "@service/runtime";
import { openAnswering } from "../turns/open-answering.ts";

/** Evaluations take at most this share of the slots of turns, so that they never starve people. */
const shareOfTurns = 1 / 4;

/** The evaluations of a worker process; none where it answers no turns. */
export function startEvalWork(
  { db, queue, log, clock, models }: Pick<Deps, "db" | "queue" | "log" | "clock"> & { readonly models: ModelDesk },
  options: {
    readonly turnSlots: number;
    readonly leaseSeconds: number;
    /** Called when the first answer or judge needs a secret. */
    readonly openSecrets: () => SecretBox;
  },
): { stop(graceMs: number): Promise<void> } {
  if (options.turnSlots === 0) return { stop: () => Promise.resolve() };
  let secrets: SecretBox | undefined;
  const judging = {
    db,
    log,
    clock,
    models,
    get secrets() {
      return (secrets ??= options.openSecrets());
    },
  };
  return startEvals(
    {
      db,
      queue,
      log,
      clock,
      seats: openSeatReader(db),
      answer: answerByTurns(openAnswering({ db, log, clock, models, openSecrets: options.openSecrets })),
      modelsOf: (trial) => judgeByModels(judging, trial),
    },
    { slots: Math.max(1, Math.floor(options.turnSlots * shareOfTurns)), leaseSeconds: options.leaseSeconds },
  );
}
