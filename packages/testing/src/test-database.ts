import { randomBytes } from "node:crypto";

import pg from "pg";

import { track } from "./open-handles.ts";
import { required } from "./test-environment.ts";

export type TestDatabase = {
  /** `postgres://…` of a database of this file alone, with all migrations applied. */
  url: string;
  /** Removes it; connections that are still open are ended. */
  drop(): Promise<void>;
};

/** Clones the migrated template: call it in `beforeAll`, `drop` in `afterAll`. About 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const administration = required("postgresUrl");
  const template = required("templateName");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // The default strategy (WAL log) copies block by block through WAL; copying files is faster for a small template.
  await administer(administration, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(administration);
  url.pathname = `/${name}`;
  const dropped = track(`database ${name}`);
  return {
    url: url.href,
    async drop() {
      await administer(administration, `drop database if exists ${name} with (force)`);
      dropped();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 120_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
