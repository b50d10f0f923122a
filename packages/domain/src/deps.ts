import type { Database } from "@service/db";
import type { Queue } from "@service/queue";
import type { Clock, Logger, SecretBox } from "@service/runtime";

/** What a process opens once in its `main` and passes down. No module opens anything itself. */
export interface Deps {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}
