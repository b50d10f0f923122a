import type { Logger } from "@service/runtime";

export type Caretaker = { stop(): Promise<void> };

/**
 * Repeats a task, each time after a random wait within the range: processes that started together drift apart. A task
 * that fails is logged and repeated; it never overlaps itself.
 */
export function everyWithJitter(options: {
  readonly name: string;
  readonly leastMs: number;
  readonly mostMs: number;
  readonly log: Logger;
  readonly task: () => Promise<void>;
}): Caretaker {
  const { name, leastMs, mostMs, log, task } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let atWork: Promise<void> = Promise.resolve();
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        atWork = task()
          .catch((error: unknown) => log.warn({ caretaker: name, err: error }, "caretaker failed; it will try again"))
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
