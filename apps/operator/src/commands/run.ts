import type { Command } from "commander";
import { print, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

/** `svc run`: the state of a run, never the contents of its input or output. */
export function addRun(noun: Command, { withDeps }: Session): void {
  verb(noun, "show", "Show a run with its lease, attempts and events")
    .argument("<run_id>", "run", uuid)
    .action(async (runId: string, options: { json?: boolean }) => {
      const { showRun } = await import("@service/domain/runs");
      const { id, ...run } = await withDeps("runs.show", {}, (deps) => showRun(deps, "every", runId));
      print(options, { answer: { run_id: id, ...run } });
    });
}
