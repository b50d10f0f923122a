import type { Deps } from "@service/domain";
import { openSeatReader } from "@service/domain/seats";
import { type AnswerDeps, keepFrameHours, startTurns, type TurnObserver } from "@service/domain/turns";
import { startWakeLoop } from "@service/work";

/** Hours are made ahead, so that a maintenance task that comes late delays nothing. */
const keepMs = { least: 5 * 60_000, most: 10 * 60_000 } as const;

/**
 * The turns of a worker process: its slots, and the maintenance task of the log of frames. Each process runs both; rows decide who
 * answers what.
 */
export function startTurnWork(
  { queue, answering }: Pick<Deps, "queue"> & { readonly answering: AnswerDeps },
  options: {
    readonly owner: string;
    readonly slots: number;
    readonly leaseSeconds: number;
    readonly metrics?: TurnObserver | undefined;
  },
): { readonly heldCount: number; stop(graceMs: number): Promise<void> } {
  const { owner, slots, leaseSeconds, metrics } = options;
  const { db, log } = answering;
  const turns =
    slots === 0
      ? undefined
      : startTurns({ ...answering, queue, seats: openSeatReader(db) }, { owner, slots, leaseSeconds, metrics });
  const keeping = startWakeLoop({
    name: "frames of turns",
    log,
    pollMs: keepMs,
    backoffMs: { first: 10_000, last: keepMs.least },
    async look() {
      const { created, dropped } = await keepFrameHours(db);
      if (created + dropped > 0) log.info({ created, dropped }, "hours of frames kept");
    },
  });
  return {
    get heldCount() {
      return turns?.heldCount ?? 0;
    },
    async stop(graceMs) {
      await Promise.all([turns?.stop(graceMs), keeping.stop()]);
    },
  };
}
