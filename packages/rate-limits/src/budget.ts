/** One bucket of a call, such as the organization's or the engine's. */
export type BudgetRequest = {
  /** Names the bucket, for example `organization:<id>`. */
  key: string;
  /** Tokens added per minute, continuously. */
  perMinute: number;
  /** Tokens a full bucket holds; at least `cost`. */
  burst: number;
  /** Whole tokens this call needs, usually 1. */
  cost: number;
};

export type BudgetOutcome = {
  /** One for each request, in their order. */
  allowed: boolean[];
  /** Whole seconds, at least 1, until the refused bucket can pay; 0 when all were allowed. */
  retryAfterSeconds: number;
};
