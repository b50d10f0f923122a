import type { Deps } from "@service/domain";
import { openSeatReader } from "@service/domain/seats";
import { type AnswerDeps, keepFrameHours, startTurns } from "@service/domain/turns";
import { startWakeLoop } from "@service/work";
import { openAnswering } from "./open-answering.ts";

/** Hours are made ahead, so that a maintenance task that comes late delays nothing. */
const keepMs = { least: 5 * 60_000, most: 10 * 60_000 } as const;

/**
 * The turns of a worker process: its slots, and the maintenance task of the log of frames. Each process runs both; rows decide who
 * answers what.
 */
export function startTurnWork(
  {
    db,
    queue,
    log,
    clock,
    models,
    openSecrets,
  }: Pick<Deps, "db" | "queue" | "log" | "clock"> & Pick<AnswerDeps, "models" | "openSecrets">,
  options: { readonly owner: string; readonly slots: number; readonly leaseSeconds: number },
): { stop(graceMs: number): Promise<void> } {
  const { owner, slots, leaseSeconds } = options;
  const turns =
    slots === 0
      ? undefined
      : startTurns(
          { ...openAnswering({ db, log, clock, models, openSecrets }), queue, seats: openSeatReader(db) },
          { owner, slots, leaseSeconds },
        );
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
    async stop(graceMs) {
      await Promise.all([turns?.stop(graceMs), keeping.stop()]);
    },
  };
}
