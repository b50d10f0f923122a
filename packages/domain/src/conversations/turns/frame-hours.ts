import { type Database, statement, keepPartitions, type KeptPartitions } from "@service/db";

/** Frames are kept for so long after the hour in which their turn was created; then readers get a snapshot. */
const keptHours = 48;
/** Hours made ahead: a maintenance task that is away for a while delays nothing. */
const hoursAhead = 6;

const keepHours = statement(
  "turn_frames_keep_hours",
  "select created, dropped from turn_frames_keep_hours($1, $2)",
  // The function counts.
).narrowed<KeptPartitions>();

/**
 * Makes the partitions of the next hours and drops those that are old (TURN-35). Any process may call it at any time.
 * @throws the driver's error when the table is too busy; the next call tries again.
 */
export function keepFrameHours(db: Database): Promise<KeptPartitions> {
  return keepPartitions(db, keepHours([hoursAhead, keptHours]));
}
