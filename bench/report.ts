/**
 * `npm run bench:report`: runs the benchmarks that compare and that grow, and writes what they print to
 * `docs/benchmarks.md`, with machine, versions and load. Half an hour; nothing else should work on the machine, and the page
 * says what did.
 *
 * Settings: those of the benchmarks; BENCH_REPORT (parts, comma separated: peers, noise, growth, idle).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

type Part = {
  readonly key: string;
  readonly title: string;
  readonly says: string;
  readonly file: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Draws something of what the benchmark printed. */
  readonly chart?: (printed: string) => string;
};

const peersSay =
  "One run with services that a careful team builds on graphile-worker, pg-boss (fetching one by one and in batches) and BullMQ with `pg`, behind HTTP services that check a key and store the submission, on the same PostgreSQL and Redis. In brackets: ours divided by it.";
const parts: readonly Part[] = [
  {
    key: "peers",
    title: "Beside its peers",
    says: `${peersSay} Nothing else works on the machine.`,
    file: "bench/peers.ts",
    environment: { BENCH_ROUNDS: "3", BENCH_SECONDS: "4", BENCH_DRAIN: "3000" },
  },
  {
    key: "noise",
    title: "Beside its peers, on a busy machine",
    says: "The same with two processes beside it that never pause.",
    file: "bench/peers.ts",
    environment: { BENCH_ROUNDS: "3", BENCH_SECONDS: "4", BENCH_DRAIN: "3000", BENCH_NOISE: "2" },
  },
  {
    key: "growth",
    title: "From ten thousand runs to a million",
    says: "What a comparison of two quotes costs from submission to result, with so many runs stored, and what a stored run takes on the disk.",
    file: "bench/bench.ts",
    words: ["growth"],
    chart: chartOfGrowth,
  },
  {
    key: "idle",
    title: "Idle, and after runs",
    says: "Processor time of a stack without work, and resident memory of each process, idle and after portions of runs.",
    file: "bench/memory.ts",
    environment: { BENCH_ONLY: "ours", BENCH_RUNS: "2000" },
  },
];
const requested = process.env["BENCH_REPORT"]?.split(",") ?? parts.map(({ key }) => key);

/** Runs a benchmark to its end and shows what it prints. */
async function run(part: Part): Promise<string> {
  const child = spawn(process.execPath, [join(root, part.file), ...(part.words ?? [])], {
    cwd: root,
    env: { ...part.environment, ...process.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    process.stdout.write(text);
  });
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`${part.key} ended with ${child.exitCode}`);
  return printed;
}

/** Milliseconds of processor time a run over the runs stored. */
function chartOfGrowth(printed: string): string {
  const rows = [...printed.matchAll(/^\| ([\d,]+) +\|(?: [\d.]+ +\|){3} ([\d.]+) +\|/gm)];
  const [sizes, costs] = [rows.map(([, size = ""]) => `"${size}"`), rows.map(([, , cost = ""]) => cost)];
  const top = Math.ceil(Math.max(...costs.map(Number)));
  return [
    "```mermaid",
    "xychart-beta",
    '  title "ms of processor time a run"',
    `  x-axis "runs stored" [${sizes.join(", ")}]`,
    `  y-axis "ms" 0 --> ${top}`,
    `  bar [${costs.join(", ")}]`,
    "```",
  ].join("\n");
}

/** Tables as they are, other lines as text. */
function pageOf(part: Part, printed: string): string {
  const lines = printed.split("\n").filter((line) => line.trim() !== "" && !/^[\d,]+ \|/.test(line));
  const tables: string[] = [];
  const notes: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith("|")) notes.push(line);
    else if (lines[at - 1]?.startsWith("|") && lines[at + 1]?.startsWith("| -") !== true) tables.push(line);
    else tables.push("", line);
  }
  const chart = part.chart === undefined ? "" : `\n${part.chart(printed)}\n`;
  return `## ${part.title}\n\n${part.says}\n${tables.join("\n")}\n${chart}\n${notes.map((note) => `- ${note}`).join("\n")}\n`;
}

const commit = spawn("git", ["rev-parse", "--short", "HEAD"], { cwd: root });
let hash = "";
commit.stdout.setEncoding("utf8").on("data", (text: string) => (hash += text.trim()));
await once(commit, "close");

const pages: string[] = [];
for (const part of parts.filter(({ key }) => requested.includes(key))) pages.push(pageOf(part, await run(part)));
const [core] = cpus();
const machine = `${cpus().length} cores (${core?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`;
await writeFile(
  join(root, "docs/benchmarks.md"),
  `# Benchmarks

Written by \`npm run bench:report\` at ${hash}, on ${new Date().toISOString().slice(0, 10)}, and never edited. Machine: ${machine}; Node ${process.version}, PostgreSQL 18 that flushes to disk, Redis 7. Database, queue, processes and load generator share the machine.

Absolute figures are those of this machine on that day; neighbours disturb, and each table says how loaded it was (the load average of the last minute; above ${cpus().length}, somebody waited). What counts are ratios of things measured in turn in one run, as medians of the rounds, and shapes over sizes.

${pages.join("\n")}`,
);
