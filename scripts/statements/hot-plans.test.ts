import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Database, openDatabase } from "@service/db";
import { type TestDatabase, testDatabase } from "@service/testing";

import { seedEveryTable } from "./seed-every-table.ts";
import { allStatements } from "./statement-types.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase({ url: database.url, applicationName: "test", connectTimeoutMs: 15_000 });
  await seedEveryTable(db.pool);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/**
 * The plan that every call of a hot statement gets (decision 0006), on a seeded database. A change is accepted with
 * `UPDATE_SNAPSHOTS=1` after a look at it: a new `Seq Scan`, a lost index or a condition that has become a filter costs
 * every run.
 */
test("each hot statement has the plan committed in hot-plans.snap.md", async () => {
  const sections: string[] = [];
  for (const { name, text, isHot } of await allStatements()) {
    if (!isHot) continue;
    const { rows } = await db.hot.query<Record<string, unknown>>(`explain (generic_plan, costs off, format json) ${text}`);
    sections.push(`## ${name}\n\n\`\`\`text\n${drawn(rootOf(Object.values(rows[0] ?? {})[0]), 0).join("\n")}\n\`\`\`\n`);
  }
  const text = `# Plans of hot statements\n\nWritten by hot-plans.test.ts: node types, tables and indexes.\n\n${sections.join("\n")}`;
  const file = join(import.meta.dirname, "hot-plans.snap.md");
  const committed = await readFile(file, "utf8").catch(() => "");
  if (process.env["UPDATE_SNAPSHOTS"] === "1" || committed === "") await writeFile(file, text);
  else expect(text).toBe(committed);
});

interface Plan {
  readonly [name: string]: unknown;
}

function isPlan(value: unknown): value is Plan {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rootOf(explained: unknown): Plan {
  const [answer]: unknown[] = Array.isArray(explained) ? explained : [];
  const root = isPlan(answer) ? answer["Plan"] : undefined;
  if (!isPlan(root)) throw new Error("explain answered no plan");
  return root;
}

function drawn(plan: Plan, depth: number): string[] {
  const word = (name: string, before = " "): string => {
    const value = plan[name];
    return typeof value === "string" ? `${before}${value}` : "";
  };
  const kind = word("Operation", "") || word("Node Type", "");
  const isUnique = word("Conflict Arbiter Indexes");
  const place = word("Subplan Name", "");
  const line = `${"  ".repeat(depth)}${place && `${place}: `}${kind}${word("Join Type", " ")}${word("Relation Name", " on ")}${word("CTE Name", " of ")}${word("Index Name", " using ")}${isUnique}`;
  const children = Array.isArray(plan["Plans"]) ? plan["Plans"].filter(isPlan) : [];
  return [monthless(line), ...children.flatMap((one) => drawn(one, depth + 1))];
}

/** Partitions are named by month, and which there are depends on the day. */
function monthless(line: string): string {
  return line.replaceAll(/_\d{4}_?\d{2}\b/g, "_month").replaceAll(/_\d{4}_?\d{2}_/g, "_month_");
}
