import { ServiceError } from "@service/contract";
import { Command, CommanderError } from "commander";
import { addAutomation } from "./commands/automation.ts";
import { addCorrection } from "./commands/correction.ts";
import { addDatabase } from "./commands/database.ts";
import { addDataset } from "./commands/dataset.ts";
import { addDelivery } from "./commands/delivery.ts";
import { addEgress } from "./commands/egress.ts";
import { addEngine } from "./commands/engine.ts";
import { addEvent } from "./commands/event.ts";
import { addKey } from "./commands/key.ts";
import { addOrganization } from "./commands/organization.ts";
import { addPack } from "./commands/pack.ts";
import { addQueue } from "./commands/queue.ts";
import { addRun } from "./commands/run.ts";
import { addScopedKey } from "./commands/scoped-key.ts";
import { addSource } from "./commands/source.ts";

const success = 0;
const failure = 1;
const wrongUsage = 2;

/** The nouns of `svc`, in the order of its help. */
const nouns = [
  addOrganization,
  addKey,
  addScopedKey,
  addEngine,
  addEgress,
  addDataset,
  addPack,
  addRun,
  addCorrection,
  addSource,
  addEvent,
  addAutomation,
  addQueue,
  addDelivery,
  addDatabase,
];

/** Where help, wrong usage and failures are written; answers go to standard output. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const processOutput: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Runs one command line, without the program's name.
 * @returns the exit status: 0, 1 when the command failed or was refused, 2 for wrong usage.
 */
export async function svc(words: readonly string[], output: Output = processOutput): Promise<number> {
  const program = new Command("svc")
    .description("The operator's command: what the service does for organizations, not by itself.")
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .showHelpAfterError("(svc help explains)")
    .helpCommand("help [noun]", "explain svc, or one noun of it")
    .addHelpText("after", "\nEvery command takes --json: exactly one JSON object on standard output.");
  for (const add of nouns) add(program);
  try {
    await program.parseAsync(words, { from: "user" });
    return success;
  } catch (error) {
    if (error instanceof CommanderError) return isAskedHelp(error) ? success : wrongUsage;
    output.err(`svc: ${await explained(error)}\n`);
    return failure;
  }
}

/** Help that was asked for is an answer; help that is shown because words were missing is not. */
function isAskedHelp(error: CommanderError): boolean {
  return error.code === "commander.helpDisplayed" || (error.code === "commander.help" && error.exitCode === 0);
}

/** One failure in words for the operator: what is wrong, and where it is plain, what to do. */
async function explained(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return "it failed for an unknown reason";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === "42P01" || code === "P2021")
    return "the database has no tables of the service yet: run `svc database migrate`";
  if (code === "ENOENT" && "path" in error) return `there is no file ${String(error.path)}`;
  if (!(error instanceof ServiceError)) {
    const { isUnavailable } = await import("@service/db/open");
    if (isUnavailable(error)) return "the database cannot be reached";
  }
  const lines = "details" in error && Array.isArray(error.details) ? error.details : [];
  const details = lines.map((line) => `\n  ${told(line)}`).join("");
  return `${error.message}${code === undefined ? "" : ` (${code})`}${details}`;
}

/** One line of details: most name a field, or a place in a file, and say what is wrong with it. */
function told(line: unknown): string {
  if (typeof line !== "object" || line === null || !("message" in line)) return JSON.stringify(line);
  const place = "field" in line ? line.field : "path" in line ? line.path : undefined;
  return typeof place === "string" ? `${place}: ${String(line.message)}` : JSON.stringify(line);
}
