import type { EnvironmentScope } from "../../identity/access/index.ts";

/** Which opportunities a list or a summary is about; absent members choose all. */
export interface OpportunityFilters {
  readonly kinds?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly changes?: readonly string[] | undefined;
  readonly clientKey?: string | undefined;
  readonly line?: string | undefined;
  readonly producerSeat?: string | undefined;
  readonly officeKey?: string | undefined;
  readonly minScore?: number | undefined;
  /** Exclusive day. */
  readonly dueBefore?: string | undefined;
  readonly isAnnotated?: boolean | undefined;
  readonly q?: string | undefined;
}

/** Whose opportunities of which engines. @property engineIds null: of every engine. */
export interface OpportunityScope extends EnvironmentScope {
  readonly engineIds: readonly string[] | null;
}
