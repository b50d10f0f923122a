import type { Logger } from "@service/runtime";

export type MaintenanceTask = { stop(): Promise<void> };

/**
 * Repeats a task, each time after a random wait within the range, so that processes started together drift apart. A
 * failure is logged, and the task repeated; it never overlaps itself.
 */
export function everyWithJitter(options: {
  readonly name: string;
  readonly leastMs: number;
  readonly mostMs: number;
  readonly log: Logger;
  readonly task: () => Promise<void>;
}): MaintenanceTask {
  const { name, leastMs, mostMs, log, task } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let atWork: Promise<void> = Promise.resolve();
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        atWork = task()
          .catch((error: unknown) =>
            log.warn({ task: name, err: error }, "maintenance task failed; it will be retried"),
          )
          .then(next);
      },
      leastMs + Math.random() * (mostMs - leastMs),
    );
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await atWork;
    },
  };
}
