/**
 * The reference of `bench -- records`: Express and one hand-written query of a page on the same tables. No key, no budgets,
 * no person, no field policy, no cursor that can be trusted: it knows what the page is before it is asked.
 * Environment: DATABASE_URL.
 */
import express from "express";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });

const columns = `t.row_key as key, t.from_seq as change_seq, t.source_id, t.source_updated_at, t.fields`;
const isServed = "t.from_seq <= c.served_seq and (t.to_seq is null or t.to_seq > c.served_seq)";
const from = (table: string): string =>
  `from record_connections c join ${table} t on t.connection_id = c.id where c.id = $1 and ${isServed}`;
const ofOffice = (client: string): string => `and exists (select from book.grants g where g.connection_id = $1
  and g.client_key = ${client} and g.policy_key = '' and g.grant_key = $2 and g.from_seq <= c.served_seq
  and (g.to_seq is null or g.to_seq > c.served_seq))`;

/** The same pages as those that are asked of the service. */
const pages: Readonly<Record<string, string>> = {
  "accounts-all": `select ${columns} ${from("book.accounts")} and $2::text is not null order by t.name, t.row_key limit 51`,
  "accounts-office": `select ${columns} ${from("book.accounts")} ${ofOffice("t.row_key")} order by t.name, t.row_key limit 51`,
  "policies-all": `select ${columns} ${from("book.policies")} and $2::text is not null and t.status = 'active'
    order by t.expires_on, t.row_key limit 51`,
  "policies-office": `select ${columns} ${from("book.policies")} and t.status = 'active' ${ofOffice("t.client_key")}
    order by t.expires_on, t.row_key limit 51`,
};

interface Row {
  readonly key: string;
  readonly change_seq: number;
  readonly source_id: string;
  readonly source_updated_at: Date | null;
  readonly fields: string;
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.get("/:page", async (request, response) => {
  const text = pages[request.params.page];
  if (text === undefined) {
    response.status(404).json({ code: "not_found" });
    return;
  }
  const values = [request.query["connection"], request.query["grant"]];
  const { rows } = await pool.query<Row>({ name: request.params.page, text, values });
  const data = rows.slice(0, 50).map(({ fields, ...row }) => {
    const parsed: unknown = JSON.parse(fields);
    return Object.assign({}, row, parsed);
  });
  response.json({ data, next_cursor: rows.length > 50 ? rows[49]?.key : null });
});
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    process.send?.({ listening: `http://127.0.0.1:${address.port}` });
});
