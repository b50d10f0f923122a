import type { Deps } from "@service/domain";

/** Whether database and queue answer within so many milliseconds. */
type HealthCheck = (timeoutMs: number) => Promise<boolean>;

export interface HealthDeps {
  readonly isHealthy: HealthCheck;
}

/** One check at a time, shared by all that ask meanwhile: a burst of probes must not become a burst of queries. */
export function openHealthCheck({ db, queue }: Pick<Deps, "db" | "queue">): HealthCheck {
  let running: Promise<boolean> | undefined;
  return (timeoutMs) => {
    running ??= Promise.all([db.ready(timeoutMs), queue.health(timeoutMs)])
      .then((answers) => answers.every(Boolean))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
