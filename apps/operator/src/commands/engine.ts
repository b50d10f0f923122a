import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { asItIs } from "../answer.ts";
import { notEmpty, oneOf, print, verb } from "../command.ts";
import { withDeps } from "../with-deps.ts";

interface SetOptions {
  readonly organization: string;
  readonly engine: string;
  readonly pinPolicy?: "latest_allowed" | "exact_required";
  readonly withdraw?: string;
  readonly gate?: string;
  readonly json?: boolean;
}

/** `svc engine`: what only the operator sets on an engine. */
export function addEngine(program: Command): void {
  const noun = program.command("engine").description("Operator settings of engines");

  verb(noun, "set", "Show or change the operator settings of an engine; what is not named stays")
    .requiredOption("--organization <id>", "organization")
    .requiredOption("--engine <slug>", "engine", notEmpty)
    .option("--pin-policy <policy>", "latest_allowed or exact_required", oneOf(["latest_allowed", "exact_required"]))
    .option("--withdraw <version>", "release that serves no more runs, for good", notEmpty)
    .option("--gate <file>", "JSON file with evaluation cases and gate settings")
    .action(async (options: SetOptions) => {
      const gate = options.gate === undefined ? undefined : await readFile(options.gate, "utf8");
      const { setEngineSettings } = await import("@service/domain/engines");
      const settings = await withDeps({}, (deps) =>
        setEngineSettings(deps, options.organization, options.engine, {
          pinPolicy: options.pinPolicy,
          withdraw: options.withdraw,
          gate,
        }),
      );
      const parsed: unknown = settings.gate === null ? null : JSON.parse(settings.gate);
      print(options, { answer: { ...settings, gate: asItIs(parsed) } });
    });
}
