import type { Command } from "commander";
import { print, verb } from "../command.ts";
import type { Session } from "../session.ts";

const queueTimeoutMs = 3_000;

/** `svc queue`: waiting and running work, and whether the queue is reachable. */
export function addQueue(noun: Command, { withDeps }: Session): void {
  verb(
    noun,
    "status",
    "Show waiting and running runs by engine type, jobs (gates) by kind, turns, trials of evaluations, files to be read, and whether the queue answers",
  ).action(async (options: { json?: boolean }) => {
    const [{ queueStatus }, { measureConversations }] = await Promise.all([
      import("@service/domain/runs"),
      import("@service/domain/turns"),
    ]);
    const status = await withDeps("queue.status", { queue: true }, async (deps) => {
      const [counted, conversations, queueReachable] = await Promise.all([
        queueStatus(deps),
        measureConversations(deps),
        deps.queue.health(queueTimeoutMs),
      ]);
      return { ...counted, conversations, queueReachable };
    });
    print(options, { answer: status });
  });
}
