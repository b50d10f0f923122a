import { readFile } from "node:fs/promises";
import { Command, CommanderError } from "commander";
import { DatabaseAway } from "./database-away.ts";
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
  person: {
    summary: "People who sign in to the console",
    load: async () => (await import("./commands/person.ts")).addPerson,
  },
  member: {
    summary: "Members of organizations in the console",
    load: async () => (await import("./commands/member.ts")).addMember,
  },
  engine: {
    summary: "Engines and their operator settings",
    load: async () => (await import("./commands/engine.ts")).addEngine,
  },
  egress: { summary: "Egress manifests", load: async () => (await import("./commands/egress.ts")).addEgress },
  model: {
    summary: "Language models and what was asked of them",
    load: async () => (await import("./commands/model.ts")).addModel,
  },
  dataset: {
    summary: "Datasets that engines read",
    load: async () => (await import("./commands/dataset.ts")).addDataset,
  },
  connection: {
    summary: "Systems of record whose book is kept",
    load: async () => (await import("./commands/connection.ts")).addConnection,
  },
  records: {
    summary: "The book: files of other systems, their mappings, imports",
    load: async () => (await import("./commands/records.ts")).addRecords,
  },
  ledger: {
    summary: "The action ledger: its chain, and what is made of it",
    load: async () => (await import("./commands/ledger.ts")).addLedger,
  },
  documents: {
    summary: "Files of clients, carriers and for reference",
    load: async () => (await import("./commands/documents.ts")).addDocuments,
  },
  derivation: {
    summary: "What is computed from the book again and again",
    load: async () => (await import("./commands/derivation.ts")).addDerivation,
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
  seat: { summary: "Who reads the book", load: async () => (await import("./commands/seat.ts")).addSeat },
  "field-policy": {
    summary: "Which values readers of the book do not see",
    load: async () => (await import("./commands/field-policy.ts")).addFieldPolicy,
  },
  queue: {
    summary: "Waiting runs and jobs, and the queue",
    load: async () => (await import("./commands/queue.ts")).addQueue,
  },
  endpoint: {
    summary: "Webhook endpoints and what waits for them",
    load: async () => (await import("./commands/endpoint.ts")).addEndpoint,
  },
  delivery: { summary: "Webhook deliveries", load: async () => (await import("./commands/delivery.ts")).addDelivery },
  audit: { summary: "Who changed what", load: async () => (await import("./commands/audit.ts")).addAudit },
  doctor: {
    summary: "Check this installation, and say what to do",
    load: async () => (await import("./commands/doctor.ts")).addDoctor,
  },
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

/** `svc … | head` closes its pipe when it has read enough: the command goes on to its end, and its status stays. */
function ignoreGoneReader(error: Error): void {
  if (!("code" in error && error.code === "EPIPE")) throw error;
}

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
  // Off first: tests run many commands in one process.
  for (const stream of [process.stdout, process.stderr])
    stream.off("error", ignoreGoneReader).on("error", ignoreGoneReader);
  const program = new Command("svc")
    .description("Administer the service: organizations, keys, engines, data, deliveries and migrations.")
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .showHelpAfterError("(see svc help)")
    .version(isVersion(words) ? await versionText() : "", "-V, --version", "show the version of svc and of its build")
    .helpCommand("help [noun] [command]", "explain svc, one noun of it or one command")
    .addHelpText(
      "after",
      "\nWith --json every command prints exactly one JSON object on standard output. Errors go to standard error as text, with status 1, or 2 for wrong usage.",
    );
  const session = createSession(startDatabase);
  const requested = explainedWords(words);
  const used = requested[0] === "help" ? requested[1] : requested[0];
  for (const [name, { summary, load }] of Object.entries(nouns)) {
    const noun = program.command(name).description(summary);
    if (name === used) (await load())(noun, session);
  }
  try {
    refuseOptionsAsValues(program, requested);
    refuseHelpOfNothing(program, requested);
    refuseUnknownVerb(program, requested);
    await program.parseAsync(requested, { from: "user" });
    return success;
  } catch (error) {
    if (error instanceof CommanderError) return isRequestedHelp(error) ? success : wrongUsage;
    output.err(`svc: ${await explained(error)}\n`);
    return failure;
  }
}

/** `svc help NOUN COMMAND` is `svc NOUN COMMAND --help`. */
function explainedWords(words: readonly string[]): readonly string[] {
  const [first, noun, verb, ...rest] = words;
  return first === "help" && noun !== undefined && verb !== undefined ? [noun, verb, ...rest, "--help"] : words;
}

/** Help for a word that is no command would be that of `svc`, as if the word were one. */
function refuseHelpOfNothing(program: Command, words: readonly string[]): void {
  const [first, second] = words;
  const name = first === "help" ? second : first;
  if (first !== "help" && !words.includes("--help") && !words.includes("-h")) return;
  if (name === undefined || name.startsWith("-") || name === "help" || commandsOn(program, [name]).length > 0) return;
  program.showHelpAfterError(true).error(`error: there is no command '${name}'`);
}

/** With `--help` a word that is no command would show the help of what is before it, as if it were one. */
function refuseUnknownVerb(program: Command, words: readonly string[]): void {
  const path = commandsOn(program, words);
  const noun = path.at(-1);
  const verb = words[path.length];
  if (!noun || verb === undefined || verb.startsWith("-") || verb === "help") return;
  const names = noun.commands.map((command) => command.name());
  if (names.length > 0) noun.error(`error: unknown command '${verb}': it must be one of ${names.join(", ")}`);
}

/** The commands that the first words name, each one of the one before it. */
function commandsOn(program: Command, words: readonly string[]): readonly Command[] {
  const path: Command[] = [];
  for (const word of words) {
    const next: Command | undefined = (path.at(-1) ?? program).commands.find((command) => command.name() === word);
    if (next === undefined) return path;
    path.push(next);
  }
  return path;
}

function isVersion([word]: readonly string[]): boolean {
  return word === "--version" || word === "-V";
}

/** Version of the program, and the commit of its build where the image names it. */
async function versionText(): Promise<string> {
  const { readBuildCommit } = await import("./config.ts");
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest))
    throw new Error("the program has no version");
  const commit = readBuildCommit();
  return `${String(manifest.version)}${commit === undefined ? "" : ` (${commit})`}`;
}

/** Every command, as `noun verb`, or `noun group verb`. */
export async function commandNames(): Promise<string[]> {
  const names: string[] = [];
  const session = createSession(undefined);
  for (const [name, { load }] of Object.entries(nouns)) {
    const noun = new Command(name);
    (await load())(noun, session);
    names.push(...verbsOf(noun, name));
  }
  return names;
}

function verbsOf(command: Command, name: string): string[] {
  if (command.commands.length === 0) return [name];
  return command.commands.flatMap((one) => verbsOf(one, `${name} ${one.name()}`));
}

/**
 * Refuses `organization create --name --json`: the name was forgotten; do not create an organization called "--json".
 * @throws CommanderError, which ends the command as wrong usage.
 */
function refuseOptionsAsValues(program: Command, words: readonly string[]): void {
  const verb = commandsOn(program, words).at(-1);
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

/** Whether help or the version was requested (success), not shown because words were missing (wrong usage). */
function isRequestedHelp(error: CommanderError): boolean {
  if (error.code === "commander.version") return true;
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
    if (isUnavailable(error)) return new DatabaseAway().message;
  }
  const lines = "details" in error && Array.isArray(error.details) ? error.details : [];
  const details = lines.map((line) => `\n  ${describeDetail(line)}`).join("");
  return `${await messageOf(error, code)}${code === undefined ? "" : ` (${code})`}${details}`;
}

/** Messages of the API that speak of a caller's key, said for an operator, who has none. */
const withoutKey: Readonly<Record<string, string>> = {
  not_found: "Nothing with this identifier exists.",
  run_not_found: "No run with this id exists.",
  environment_not_found: "The organization has no environment with this slug: see svc organization show ID.",
  engine_not_found: "The organization has no engine with this slug: see svc engine list --organization ID.",
  source_not_found: "The organization has no source with this key: see svc source list --organization ID.",
};

/** A message that was written for its case stays; the usual one of its code is the API's. */
async function messageOf(error: Error, code: string | undefined): Promise<string> {
  const own = code === undefined ? undefined : withoutKey[code];
  if (own === undefined) return error.message;
  const { errors } = await import("@service/contract");
  return Object.values(errors).some(({ message }) => message === error.message) ? own : error.message;
}

/** One line for a detail: most name a field or a place in a file and its problem. */
function describeDetail(line: unknown): string {
  if (typeof line !== "object" || line === null || !("message" in line)) return JSON.stringify(line);
  const place = "field" in line ? line.field : "path" in line ? line.path : undefined;
  return typeof place === "string" ? `${place}: ${String(line.message)}` : JSON.stringify(line);
}
