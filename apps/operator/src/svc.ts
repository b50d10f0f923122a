import { Command, CommanderError } from "commander";
import type { StartDatabase } from "./find-database.ts";
import { createSession, type Session } from "./session.ts";

const success = 0;
const failure = 1;
const wrongUsage = 2;

/**
 * The nouns of `svc`, in the order of its help. Each is imported when used: together they load most of the service, which
 * takes longer than most commands.
 */
const nouns: Readonly<
  Record<string, { readonly summary: string; load(): Promise<(noun: Command, session: Session) => void> }>
> = {
  organization: {
    summary: "Organizations and their settings",
    load: async () => (await import("./commands/organization.ts")).addOrganization,
  },
  key: { summary: "Organization keys", load: async () => (await import("./commands/key.ts")).addKey },
  "scoped-key": { summary: "Scoped keys", load: async () => (await import("./commands/scoped-key.ts")).addScopedKey },
  engine: {
    summary: "Operator settings of engines",
    load: async () => (await import("./commands/engine.ts")).addEngine,
  },
  egress: { summary: "Egress manifests", load: async () => (await import("./commands/egress.ts")).addEgress },
  dataset: {
    summary: "Datasets that engines read",
    load: async () => (await import("./commands/dataset.ts")).addDataset,
  },
  pack: { summary: "Rule packs", load: async () => (await import("./commands/pack.ts")).addPack },
  run: { summary: "Runs", load: async () => (await import("./commands/run.ts")).addRun },
  correction: {
    summary: "Corrected results of finished runs",
    load: async () => (await import("./commands/correction.ts")).addCorrection,
  },
  source: { summary: "Sources of inbound events", load: async () => (await import("./commands/source.ts")).addSource },
  event: {
    summary: "Platform events of an organization",
    load: async () => (await import("./commands/event.ts")).addEvent,
  },
  automation: {
    summary: "Automatic reactions to platform events and schedules",
    load: async () => (await import("./commands/automation.ts")).addAutomation,
  },
  queue: { summary: "Waiting runs and the queue", load: async () => (await import("./commands/queue.ts")).addQueue },
  delivery: { summary: "Webhook deliveries", load: async () => (await import("./commands/delivery.ts")).addDelivery },
  audit: { summary: "Who changed what", load: async () => (await import("./commands/audit.ts")).addAudit },
  database: {
    summary: "Migrations of the database",
    load: async () => (await import("./commands/database.ts")).addDatabase,
  },
};

/** Streams for help, wrong usage and failures; answers go to standard output. */
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
 * @param startDatabase for a machine where none runs; left out, the command needs one that runs.
 * @returns the exit status: 0, 1 when the command failed or was refused, 2 for wrong usage.
 */
export async function svc(
  words: readonly string[],
  output: Output = processOutput,
  startDatabase?: StartDatabase,
): Promise<number> {
  const program = new Command("svc")
    .description("Administer the service: organizations, keys, engines, data, deliveries and migrations.")
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .showHelpAfterError("(see svc help)")
    .helpCommand("help [noun]", "explain svc, or one noun of it")
    .addHelpText("after", "\nWith --json every command prints exactly one JSON object on standard output.");
  const session = createSession(startDatabase);
  const used = words[0] === "help" ? words[1] : words[0];
  for (const [name, { summary, load }] of Object.entries(nouns)) {
    const noun = program.command(name).description(summary);
    if (name === used) (await load())(noun, session);
  }
  try {
    refuseOptionsAsValues(program, words);
    await program.parseAsync(words, { from: "user" });
    return success;
  } catch (error) {
    if (error instanceof CommanderError) return isAskedHelp(error) ? success : wrongUsage;
    output.err(`svc: ${await explained(error)}\n`);
    return failure;
  }
}

/** Every command, as `noun verb`. */
export async function commandNames(): Promise<string[]> {
  const names: string[] = [];
  const session = createSession(undefined);
  for (const [name, { load }] of Object.entries(nouns)) {
    const noun = new Command(name);
    (await load())(noun, session);
    names.push(...noun.commands.map((command) => `${name} ${command.name()}`));
  }
  return names;
}

/**
 * Refuses `organization create --name --json`: the name was forgotten; do not create an organization called "--json".
 * @throws CommanderError, which ends the command as wrong usage.
 */
function refuseOptionsAsValues(program: Command, words: readonly string[]): void {
  const noun = program.commands.find((command) => command.name() === words[0]);
  const verb = noun?.commands.find((command) => command.name() === words[1]);
  for (const [index, word] of words.entries()) {
    if (word === "--") return;
    const option = verb?.options.find((one) => one.required && one.long === word);
    const value = words[index + 1];
    if (option && value !== undefined && /^--?[A-Za-z]/.test(value)) {
      verb?.error(
        `error: option '${option.flags}' has no value: '${value}' looks like an option (else: ${word}=${value})`,
      );
    }
  }
}

/** Whether help was requested (success), not shown because words were missing (wrong usage). */
function isAskedHelp(error: CommanderError): boolean {
  return error.code === "commander.helpDisplayed" || (error.code === "commander.help" && error.exitCode === 0);
}

/** Describes a failure to the operator: what is wrong, and what to do where that is known. */
async function explained(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return "the command failed for an unknown reason";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === "42P01" || code === "P2021")
    return "run `svc database migrate`: the database does not have the service's tables yet";
  if (!("status" in error) && error.name !== "UnreadableFile") {
    const { isUnavailable } = await import("@service/db/open");
    if (isUnavailable(error)) return "the database cannot be reached";
  }
  const lines = "details" in error && Array.isArray(error.details) ? error.details : [];
  const details = lines.map((line) => `\n  ${describeDetail(line)}`).join("");
  return `${error.message}${code === undefined ? "" : ` (${code})`}${details}`;
}

/** One line for a detail: most name a field or a place in a file and its problem. */
function describeDetail(line: unknown): string {
  if (typeof line !== "object" || line === null || !("message" in line)) return JSON.stringify(line);
  const place = "field" in line ? line.field : "path" in line ? line.path : undefined;
  return typeof place === "string" ? `${place}: ${String(line.message)}` : JSON.stringify(line);
}
