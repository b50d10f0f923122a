import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { notEmpty, print, uuid, verb } from "../command.ts";
import { withDeps } from "../with-deps.ts";

interface AttachOptions {
  readonly run: string;
  readonly output: string;
  readonly solutions?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** `svc correction`: corrected results of finished runs (section 6.1 rules 6 and 7). */
export function addCorrection(program: Command): void {
  const noun = program.command("correction").description("Corrected results of finished runs");

  verb(noun, "attach", "Attach a corrected result to a completed or degraded run; the run itself stays as it is")
    .requiredOption("--run <id>", "run", uuid)
    .requiredOption("--output <file>", "JSON file with the corrected output", notEmpty)
    .option("--solutions <file>", "JSON file with the corrected solutions", notEmpty)
    .option("--reason <text>", "why, for the run's defensibility packet", notEmpty)
    .action(async (options: AttachOptions) => {
      const output = await readFile(options.output, "utf8");
      const solutions = options.solutions === undefined ? undefined : await readFile(options.solutions, "utf8");
      const { attachCorrection } = await import("@service/domain/corrections");
      const { correctionId, eventId, isNewEvent } = await withDeps({ queue: true }, (deps) =>
        attachCorrection(deps, {
          runId: options.run,
          output,
          solutions,
          reason: options.reason,
          createdBy: "operator",
        }),
      );
      const answer = { correction_id: correctionId, event_id: eventId };
      print(options, isNewEvent ? { answer } : { answer, notice: whyNothingIsSent(eventId) });
    });
}

function whyNothingIsSent(eventId: string | null): string {
  return eventId === null
    ? "no run.superseded is sent: the engine's saved configuration does not have notify_on_supersede"
    : "nothing new is sent: in the per_run setup a run has one run.superseded, and it was made by an earlier correction";
}
