import type { Database } from "@service/db";
import pg from "pg";

/** One node of a plan that was executed. */
export interface PlanNode {
  /** As PostgreSQL names it: `Index Scan`, `Seq Scan`, `ModifyTable` … */
  readonly type: string;
  /** Table of a scan; a partition has its own name. */
  readonly relation: string | undefined;
  readonly index: string | undefined;
  /** Rows the node looked at in all its loops: those it returned, and those that a filter removed. */
  readonly rows: number;
}

/** A statement as it was sent, with the plan it was executed by. */
export interface StatementPlan {
  readonly text: string;
  readonly nodes: readonly PlanNode[];
}

interface Client {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/**
 * The plans of all statements that `work` sends through the database it is given. Each is executed under `explain
 * analyze` with its own values in a transaction that is rolled back, and then for good. Statements of the hot pool are
 * explained as they run there: prepared, with the plan that serves all values (decision 0006).
 *
 * Seed the tables and `analyze` them first: on empty tables every plan is a sequential scan.
 */
export async function plansOf(db: Database, work: (db: Database) => Promise<unknown>): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = [];
  const note = (text: string, explained: { readonly rows: readonly object[] }): void => {
    plans.push({ text, nodes: [...nodesOf(rootOf(explained.rows[0]))] });
  };
  const explain = "explain (analyze, timing off, format json) ";
  const isPlanned = (text: string): boolean => /^\s*(with|select|insert|update|delete)\b/i.test(text);

  const rolledBack = async (pool: Database["pool"], inside: (client: Client) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query("begin");
      await inside(client);
      await client.query("rollback");
      isBroken = false;
    } finally {
      client.release(isBroken);
    }
  };
  const ofPool = (pool: Database["pool"]): Database["pool"] =>
    recorded(pool, (text, values) =>
      rolledBack(pool, async (client) => note(text, await client.query(explain + text, values))),
    );
  const ofHotPool = (pool: Database["hot"]): Database["hot"] =>
    recorded(pool, (text, values) =>
      rolledBack(pool, async (client) => {
        await client.query(`prepare explained as ${text}`);
        const given = values.length === 0 ? "" : `(${values.map(literalOf).join(", ")})`;
        note(text, await client.query(`${explain} execute explained${given}`));
        await client.query("deallocate explained");
      }),
    );
  const ofTransaction = <C extends Client>(client: C): C =>
    recorded(client, async (text, values) => {
      if (!isPlanned(text)) return;
      await client.query("savepoint explained");
      note(text, await client.query(explain + text, values));
      await client.query("rollback to savepoint explained");
    });

  await work({
    ...db,
    pool: ofPool(db.pool),
    hot: ofHotPool(db.hot),
    inTransaction: (inside) => db.inTransaction((tx) => inside(ofTransaction(tx))),
  });
  return plans;
}

/** The rows of `relation` that the statement looked at, over all nodes that read it. */
export function rowsRead({ nodes }: StatementPlan, relation: string): number {
  return nodes.filter((node) => node.relation === relation).reduce((sum, { rows }) => sum + rows, 0);
}

/** The tables that the statement reads from end to end. */
export function tablesScanned({ nodes }: StatementPlan): string[] {
  return nodes.filter(({ type }) => type === "Seq Scan").flatMap(({ relation }) => relation ?? []);
}

/** `target`, whose `query` first calls `before` with the statement. */
function recorded<T extends object>(target: T, before: (text: string, values: unknown[]) => Promise<void>): T {
  return new Proxy(target, {
    get(object, key) {
      const member: unknown = Reflect.get(object, key);
      if (typeof member !== "function") return member;
      if (key !== "query") {
        const bound: unknown = member.bind(object);
        return bound;
      }
      return async (statement: string | { text: string; values?: unknown[] }, ...rest: unknown[][]) => {
        if (typeof statement === "string") await before(statement, rest[0] ?? []);
        else await before(statement.text, statement.values ?? []);
        const answer: unknown = await Reflect.apply(member, object, [statement, ...rest]);
        return answer;
      };
    },
  });
}

/** A value as the driver would send it, written into a statement. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (!Array.isArray(value)) return pg.escapeLiteral(wordOf(value));
  const elements = value.map((element: unknown) =>
    element === null ? "NULL" : `"${wordOf(element).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  );
  return pg.escapeLiteral(`{${elements.join(",")}}`);
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new Error("explain a hot statement with strings, numbers, booleans, dates and arrays of them only");
}

interface JsonPlan {
  readonly [name: string]: unknown;
}

function isObject(value: unknown): value is JsonPlan {
  return typeof value === "object" && value !== null;
}

function rootOf(row: object | undefined): JsonPlan {
  const answer: unknown = Object.values(row ?? {})[0];
  const plans: unknown = typeof answer === "string" ? JSON.parse(answer) : answer;
  const root: unknown = Array.isArray(plans) && isObject(plans[0]) ? plans[0]["Plan"] : undefined;
  if (!isObject(root)) throw new Error("explain answered no plan");
  return root;
}

function* nodesOf(plan: JsonPlan): Generator<PlanNode> {
  const count = (name: string): number => (typeof plan[name] === "number" ? plan[name] : 0);
  const word = (name: string): string | undefined => (typeof plan[name] === "string" ? plan[name] : undefined);
  const removed = count("Rows Removed by Filter") + count("Rows Removed by Index Recheck");
  yield {
    type: word("Node Type") ?? "",
    relation: word("Relation Name"),
    index: word("Index Name"),
    rows: word("Node Type") === "ModifyTable" ? 0 : (count("Actual Rows") + removed) * count("Actual Loops"),
  };
  const children = plan["Plans"];
  if (Array.isArray(children)) for (const child of children) if (isObject(child)) yield* nodesOf(child);
}
