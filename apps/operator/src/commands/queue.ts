import type { Command } from "commander";
import { print, verb } from "../command.ts";
import type { Session } from "../session.ts";

const queueTimeoutMs = 3_000;

/** `svc queue`: waiting and running runs, and whether the queue is reachable. */
export function addQueue(noun: Command, { withDeps }: Session): void {
  verb(
    noun,
    "status",
    "Show waiting and running runs by engine type, jobs (gates) by kind, and whether the queue answers",
  ).action(async (options: { json?: boolean }) => {
    const { queueStatus } = await import("@service/domain/runs");
    const status = await withDeps("queue.status", { queue: true }, async (deps) => {
      const [counted, queueReachable] = await Promise.all([queueStatus(deps), deps.queue.health(queueTimeoutMs)]);
      return { ...counted, queueReachable };
    });
    print(options, { answer: status });
  });
}
