import type { Command } from "commander";
import { notEmpty, print, uuid, verb } from "../command.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";

interface AttachOptions {
  readonly run: string;
  readonly output: string;
  readonly solutions?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** `svc correction`: corrected results of finished runs (COR-1, COR-4). */
export function addCorrection(noun: Command, { withDeps }: Session): void {
  verb(noun, "attach", "Attach a corrected result to a completed or degraded run, which stays unchanged")
    .requiredOption("--run <id>", "run", uuid)
    .requiredOption("--output <file>", "JSON file with the corrected output", notEmpty)
    .option("--solutions <file>", "JSON file with the corrected solutions", notEmpty)
    .option("--reason <text>", "reason, shown in the run's defensibility packet", notEmpty)
    .action(async (options: AttachOptions) => {
      const output = await readText(options.output);
      const solutions = options.solutions === undefined ? undefined : await readText(options.solutions);
      const { attachCorrection } = await import("@service/domain/corrections");
      const { openConfigurationLoader } = await import("@service/domain/engines");
      const { correctionId, eventId, isNewEvent } = await withDeps(
        "corrections.attach",
        { queue: true },
        (deps, operator) =>
          attachCorrection(
            { db: deps.db, queue: deps.queue, configurations: openConfigurationLoader(deps.db) },
            operator,
            "every",
            {
              runId: options.run,
              output,
              solutions,
              reason: options.reason,
              createdBy: "operator",
            },
          ),
      );
      const answer = { correction_id: correctionId, event_id: eventId };
      print(options, isNewEvent ? { answer } : { answer, notice: whyNothingIsSent(eventId) });
    });
}

function whyNothingIsSent(eventId: string | null): string {
  return eventId === null
    ? "no run.superseded is sent: set notify_on_supersede in the engine's configuration to send it"
    : "nothing new is sent: in the per_run setup a run has one run.superseded, and an earlier correction sent it";
}
