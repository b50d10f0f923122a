/**
 * Identity of a hold: every write of a worker is guarded by all three (TURN-13). Only a turn that runs has a token
 * (`turns_lease`), so the statements do not ask for its status: the planner would read an index of all active turns from one
 * end. `t.id = any(…)` beside the join keeps the plan a probe for each id while the table is small.
 */
export interface TurnHold {
  readonly id: string;
  readonly attempt: number;
  readonly token: string;
}

/** What an attempt has read, JSON texts: passages, and what a reader of its answer must be allowed to read. */
export interface TurnSources {
  readonly passages: string;
  readonly evidence: string;
}

/** Seconds for which a worker that stopped reporting keeps a turn, unless the operator sets another number. */
export const turnLeaseSeconds = 30;

/** Attempts of a turn, those after a resume included (TURN-18). */
export const turnAttemptsMax = 3;

/** `<attempt>-<seq>`: the place of a frame in the stream of a turn, and what a reader continues after (TURN-31). */
export interface FramePlace {
  readonly attempt: number;
  readonly seq: number;
}

/** The id of a frame. */
export function frameId({ attempt, seq }: FramePlace): string {
  return `${attempt}-${seq}`;
}

/** Reads the id of a frame; undefined for anything else. */
export function framePlace(id: string): FramePlace | undefined {
  const match = /^([1-9]\d{0,3})-(0|[1-9]\d{0,8})$/.exec(id);
  return match ? { attempt: Number(match[1]), seq: Number(match[2]) } : undefined;
}

/**
 * Where the frames of a turn are: the first, `turn.started`, is made from the row, so an attempt that nobody has claimed has
 * one already.
 */
export const firstSeq = 1;

/** The attempt whose frames a reader sees: before the first claim that of the first. */
export function shownAttempt({ attempt }: { readonly attempt: number }): number {
  return Math.max(1, attempt);
}

/** The string as PostgreSQL can store it. */
export function storableText(text: string): string {
  return text.replaceAll("\u0000", "�").toWellFormed();
}
