import type pg from "pg";

/** Makes the query of a named statement: parsed and planned once per connection, then sent by name. */
export type HotStatement = (values: readonly unknown[]) => pg.QueryConfig;

const hotNames = new Map<string, string>();

/**
 * A statement that every run passes through, sent through `database.hot` as a named prepared statement:
 * `database.hot.query<Row>(claimRuns([workerId, slots]))`.
 *
 * @throws when two different statements use one name: Postgres would run the first for both.
 */
export function hotStatement(name: string, text: string): HotStatement {
  const known = hotNames.get(name);
  if (known !== undefined && known !== text) throw new Error(`two statements are named ${name}`);
  hotNames.set(name, text);
  return (values) => ({ name, text, values: [...values] });
}
