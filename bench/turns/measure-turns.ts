import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import { loadBy, round, until } from "../harness/measure.ts";
import type { Part } from "./part.ts";
import type { TurnLoad } from "./shapes.ts";
import { endOfTurns, hoursQuestion, type TurnBench } from "./world.ts";

const connections = 32;
const secondsOfRound = 8;

/** The part `json`: short turns of new conversations, answered in JSON. */
export async function measureJson({ bench, dataDir, size, note }: Part): Promise<void> {
  const pathsFile = join(dataDir, "turn-paths");
  const ask = async (seconds: number) => {
    await writeFile(pathsFile, (await bench.conversations("desk", size(20_000))).join("\n"));
    const load: TurnLoad = { url: bench.url, apiKey: bench.apiKey, pathsFile, connections, seconds };
    return loadBy("turns/turn-load.ts", load);
  };
  await ask(4);
  const before = await commitsOf(bench);
  const result = await ask(secondsOfRound);
  await bench.db.pool.query("select pg_stat_force_next_flush()");
  const commits = (await commitsOf(bench)) - before;
  // The senders stop with requests under way.
  await endOfTurns(bench);
  const { rows } = await bench.db.pool.query<{ count: number }>(
    "select count(*)::int as count from turns where status <> 'completed'",
  );
  if (rows[0]?.count !== 0) throw new Error(`${rows[0]?.count} turns were not completed`);
  note(
    "short embedded turns completed in JSON a second",
    `${round(result.perSecond, 0)} (p50 ${round(result.p50Ms, 0)} ms, p99 ${round(result.p99Ms, 0)} ms)`,
    { label: ">= 200", isMet: result.perSecond >= 200 },
  );
  note("transactions of a turn, of all processes", round(commits / result.accepted, 1));
}

async function commitsOf({ db }: TurnBench): Promise<number> {
  const { rows } = await db.pool.query<{ commits: number }>(
    "select xact_commit::float8 as commits from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.commits ?? 0;
}

const scenarios = 200;
const startedShape = z.object({ eval_run_id: z.string() });
const runShape = z.object({ status: z.string(), outcome: z.string().nullable() });

/** The part `evaluation`: one run over the scenarios of an instance. */
export async function measureEvaluation({ bench, size, note }: Part): Promise<void> {
  const at = "/conversation-instances/desk";
  const count = size(scenarios);
  for (let made = 0; made < count; made += 1)
    await bench.call("POST", `${at}/eval-scenarios`, {
      key: `s-${made}`,
      title: `Scenario ${made}`,
      turns: [{ user: `${hoursQuestion} (${made})`, assertions: [{ type: "contains", values: ["8 to 18"] }] }],
    });
  const times: number[] = [];
  for (let round_ = 0; round_ < 3; round_ += 1) {
    const startedAtMs = performance.now();
    const { eval_run_id: id } = startedShape.parse(await (await bench.call("POST", `${at}/eval-runs`, {})).json());
    let outcome: string | null = null;
    await until(
      async () => {
        const run = runShape.parse(await (await bench.call("GET", `${at}/eval-runs/${id}`)).json());
        outcome = run.outcome;
        return !["queued", "running"].includes(run.status);
      },
      { what: "the evaluation ends", everyMs: 50, timeoutMs: 60_000 },
    );
    if (outcome !== "passed") throw new Error(`the evaluation ended as ${outcome}`);
    times.push((performance.now() - startedAtMs) / 1_000);
  }
  const worst = Math.max(...times);
  note(`an evaluation of ${count} scenarios`, `${times.map((each) => round(each, 2)).join(", ")} s`, {
    label: "< 10 s",
    isMet: worst < 10,
  });
}
