/**
 * `npm run bench:memory`: resident memory of every process of ours and of the reference, idle and after runs, so that a
 * leak shows as growth that does not level off; and before that the processor time of an idle stack, in % of a core.
 * Settings: BENCH_RUNS (5000 in each of four portions), BENCH_ONLY (ours or reference), BENCH_IDLE_S (60 seconds).
 */
import { type Contender, submissionBody } from "./contender.ts";
import { cpuSeconds, cpuSecondsWithChildren } from "./harness/processor-time.ts";
import { load, residentMiB, round, setting, tableOf, until } from "./harness/measure.ts";
import { startOurStack } from "./our-stack.ts";
import { startReference } from "./reference/start-reference.ts";
import { withServers } from "./harness/with-servers.ts";

const runsPerPortion = setting("BENCH_RUNS", 5_000);
const portions = 4;
const idleSeconds = setting("BENCH_IDLE_S", 60);
const settleMs = 5_000;

async function memoryOf(contender: Contender): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const [name, pid] of Object.entries(contender.pids)) {
    sizes.set(`${contender.name} ${name}`, await residentMiB(pid));
  }
  return sizes;
}

/** What an idle side uses of a core, each process and PostgreSQL, in %. */
async function idleShares(contender: Contender, databasePid: number): Promise<string[][]> {
  const read = async (): Promise<[string, number][]> => [
    ...(await Promise.all(
      Object.entries(contender.pids).map(async ([name, pid]): Promise<[string, number]> => [
        name,
        await cpuSeconds(pid),
      ]),
    )),
    ["PostgreSQL", await cpuSecondsWithChildren(databasePid)],
  ];
  const before = new Map(await read());
  const startedAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
  const seconds = (performance.now() - startedAt) / 1_000;
  return (await read()).map(([name, used]) => [
    `${contender.name} ${name}`,
    round(((used - (before.get(name) ?? 0)) / seconds) * 100, 2),
  ]);
}

await withServers(async (servers, signal) => {
  const reference = await startReference(servers.databaseUrl, servers.queueUrl);
  let ours: Contender | undefined;
  try {
    ours = process.env["BENCH_ONLY"] === "reference" ? undefined : await startOurStack(servers);
    const rows: string[][] = [];
    const shares: string[][] = [];
    const sides = process.env["BENCH_ONLY"] === "ours" ? [] : [reference];
    for (const side of ours === undefined ? sides : [ours, ...sides]) {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      shares.push(...(await idleShares(side, servers.databasePid)));
      const measured = [await memoryOf(side)];
      for (let portion = 0; portion < portions; portion += 1) {
        signal.throwIfAborted();
        await load({
          url: side.submissionUrl,
          headers: { ...side.headers },
          body: submissionBody,
          connections: 16,
          amount: runsPerPortion,
        });
        const isIdle = async (): Promise<boolean> => (await side.unfinished()) === 0;
        await until(isIdle, { what: `${side.name} finishes its runs`, everyMs: 50, timeoutMs: 600_000 });
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        measured.push(await memoryOf(side));
      }
      for (const name of measured[0]?.keys() ?? []) {
        rows.push([name, ...measured.map((sizes) => round(sizes.get(name) ?? null, 0))]);
      }
    }
    console.log(tableOf(["% of a core, idle", ""], shares));
    const header = [
      "MiB resident",
      "idle",
      ...Array.from({ length: portions }, (_, index) => `${(index + 1) * runsPerPortion} runs`),
    ];
    console.log(tableOf(header, rows));
  } finally {
    await ours?.stop();
    await reference.stop();
  }
});
