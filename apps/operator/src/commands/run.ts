import { fail } from "@service/contract";
import type { Command } from "commander";
import { print, verb } from "../command.ts";
import type { Session } from "../session.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `svc run`: the state of a run, never the contents of its input or output. */
export function addRun(noun: Command, { withDeps }: Session): void {
  verb(noun, "show <run_id>", "Show a run with its lease, attempts and events").action(
    async (runId: string, options: { json?: boolean }) => {
      if (!uuidPattern.test(runId)) throw fail("invalid_run_id");
      const { showRun } = await import("@service/domain/runs");
      const { id, ...run } = await withDeps("runs.show", {}, (deps) => showRun(deps, runId));
      print(options, { answer: { run_id: id, ...run } });
    },
  );
}
