import type { Deps } from "@service/domain";
import type { WatchedStore } from "@service/files";
import { answersWithin } from "@service/runtime";

/** Whether database and queue answer within so many milliseconds, and files can be stored. */
type HealthCheck = (timeoutMs: number) => Promise<boolean>;

export interface HealthDeps {
  readonly isHealthy: HealthCheck;
}

/** One check at a time, shared by all that ask meanwhile: a burst of probes must not become a burst of queries. */
export function openHealthCheck({
  db,
  queue,
  files,
}: Pick<Deps, "db" | "queue"> & { readonly files: Pick<WatchedStore, "ready"> | undefined }): HealthCheck {
  let running: Promise<boolean> | undefined;
  return (timeoutMs) => {
    const filesAreReady = async (): Promise<boolean> => {
      let isReady = true;
      const isAnswered = await answersWithin(async () => {
        isReady = (await files?.ready()) ?? true;
      }, timeoutMs);
      return isAnswered && isReady;
    };
    running ??= Promise.all([db.ready(timeoutMs), queue.health(timeoutMs), filesAreReady()])
      .then((answers) => answers.every(Boolean))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
