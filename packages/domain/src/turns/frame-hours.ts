import { type Database, statement } from "@service/db";

/** Frames are kept for so long after the hour in which their turn was created; then readers get a snapshot. */
const keptHours = 48;
/** Hours made ahead: a maintenance task that is away for a while delays nothing. */
const hoursAhead = 6;

const keepHours = statement("turn_frames_keep_hours", `select created, dropped from turn_frames_keep_hours($1, $2)`);

/** Makes the partitions of the next hours and drops those that are old (TURN-35). Any process may call it at any time. */
export async function keepFrameHours(db: Database): Promise<{ readonly created: number; readonly dropped: number }> {
  const { rows } = await db.pool.query(keepHours([hoursAhead, keptHours]));
  return { created: rows[0]?.created ?? 0, dropped: rows[0]?.dropped ?? 0 };
}
