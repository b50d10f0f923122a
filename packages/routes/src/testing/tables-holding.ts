import type { Database } from "@service/db";

/** The tables of which a row holds a word, as text or as bytes: what was erased, or was never to be stored, is in none. */
export async function tablesHolding({ pool }: Pick<Database, "pool">, word: string): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>({
    text: `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    values: [],
  });
  const holding: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query({
      text: `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      values: [word, Buffer.from(word).toString("hex")],
    });
    if (rowCount === 1) holding.push(name);
  }
  return holding;
}
