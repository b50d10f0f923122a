import pg from "pg";

/** Makes an empty database beside ours, on the same server. @returns its URL. */
export async function createOwnDatabase(databaseUrl: string, name: string): Promise<string> {
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  const administration = new pg.Client({ connectionString: databaseUrl });
  await administration.connect();
  await administration.query(`create database ${name}`);
  await administration.end();
  return own.href;
}
