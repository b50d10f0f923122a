/** The end of a turn as a worker wrote it. */
export interface TurnEnded {
  readonly status: string;
  /** The code or reason of a failure, or why an answer is incomplete; null: none. */
  readonly reason: string | null;
  /** Since the submission. */
  readonly seconds: number;
  /** From the submission until the first words were there; undefined where none came in this attempt. */
  readonly firstTextSeconds: number | undefined;
}

/** Whoever counts the turns of a process. */
export interface TurnObserver {
  claimed(waitedSeconds: number): void;
  ended(end: TurnEnded): void;
  /** A turn whose worker fell silent was given to another, or ended. */
  reconciled(status: string): void;
}
