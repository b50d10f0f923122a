import { createPace } from "@service/runtime";

/**
 * Statements of one row, beyond which waiting separately costs more than it saves: a busy process then spends a quarter
 * of its time on the second statements (decision 0021).
 */
const loneEveryMs = 5;
const lonePatienceMs = 25;

/**
 * Decides for each batch of a hot statement whether it waits for the disk itself (`true`), or commits at once and its
 * callers wait with `untilDurable`. A batch of several waits: more callers gather meanwhile. A lone row does not, so that
 * its run begins, and the next row is sent, while the disk writes; unless one follows another so quickly that the
 * statement which waits would cost more than is gained.
 */
export function createFlushChoice(): (batch: readonly unknown[]) => boolean {
  const pace = createPace({ everyMs: loneEveryMs, patienceMs: lonePatienceMs });
  return (batch) => pace.isFast() || batch.length > 1;
}
