import type { Database } from "@service/db";
import type { Queue } from "@service/queue";
import type { Clock, Logger, SecretBox } from "@service/runtime";

/**
 * What every process opens once in its `main` and passes down; no module opens anything itself. A verb names those parts
 * that it uses (`Pick<Deps, "db" | "log">`), and what it shares with concurrent callers (`EngineDeps`, `RunDeps` …).
 */
export interface Deps {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}
