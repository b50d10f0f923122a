import pg from "pg";

/** Whether a database answers at this address within `timeoutMs`, asked by one plain connection. Never throws. */
export async function answers(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: "probe",
  });
  // Lost after it answered: the next connection reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    // The caller's own connection says why.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
