/** The time of this process. Leases and stored timestamps use the database's clock instead (PLAT-42). */
export type Clock = {
  /** Wall time. */
  now(): Date;
  /** Wall time in milliseconds since 1970. */
  nowMs(): number;
};

/** The machine's clock. Tests pass `fakeClock` of the testing package. */
export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
};
