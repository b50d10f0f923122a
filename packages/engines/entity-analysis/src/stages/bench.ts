import type { CaseFile } from "./case-file.ts";
import type { Citing } from "./cite-facts.ts";

/** What the evaluating stages read. */
export type Bench = Citing & {
  readonly file: CaseFile;
  readonly runId: string;
  readonly isInFocus: (dimension: string) => boolean;
};
