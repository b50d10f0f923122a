import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Database } from "@service/db";
import { openTestDatabase, type TestDatabase, testDatabase } from "@service/testing";

import { seedEveryTable } from "./seed-every-table.ts";
import { allStatements } from "./statement-types.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = openTestDatabase(database.url);
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
    const { rows } = await db.hot.query<Record<string, unknown>>(
      `explain (generic_plan, costs off, format json) ${text}`,
    );
    sections.push(
      `## ${name}\n\n\`\`\`text\n${monthless(drawn(rootOf(Object.values(rows[0] ?? {})[0]), 0)).join("\n")}\n\`\`\`\n`,
    );
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

/** A line for each node. An index scan without a condition on the index reads it from one end: it says `in order`. */
function drawn(plan: Plan, depth: number): string[] {
  const word = (name: string, before: string): string => {
    const value = plan[name];
    return typeof value === "string" ? before + value : "";
  };
  const name = word("Subplan Name", "");
  const isInOrder = word("Node Type", "").startsWith("Index") && plan["Index Cond"] === undefined;
  const line = [
    "  ".repeat(depth),
    name && `${name}: `,
    word("Operation", "") || word("Node Type", ""),
    word("Join Type", " "),
    word("Relation Name", " on "),
    word("CTE Name", " of "),
    word("Index Name", " using "),
    isInOrder ? " in order" : "",
  ].join("");
  const children = Array.isArray(plan["Plans"]) ? plan["Plans"].filter(isPlan) : [];
  return [line, ...children.flatMap((one) => drawn(one, depth + 1))];
}

/** One line for all partitions: how many months there are depends on the day, and all but this month's are empty. */
function monthless(lines: readonly string[]): string[] {
  const named = lines.map((line) =>
    line.replaceAll(/_(?:\d{4}_\d{2}|default)(?!\w)|_(?:\d{4}_\d{2}|default)(?=_pkey)/g, "_month"),
  );
  return named.filter((line, index) => !line.includes("_month") || named[index - 1]?.includes("_month") !== true);
}
