import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  bindMigrationAwareSqlAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type * as SchemaEngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const connectTimeoutMs = 10_000;
const charOid: number = pg.types.builtins.CHAR;

/** The part of the global that is used; TypeScript declares it only together with the browser's types. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start: () => void } } }>;
};

type AnyFunction = (...given: unknown[]) => unknown;
type Engine = SchemaEngineModule.SchemaEngine;

let loading: Promise<typeof SchemaEngineModule> | undefined;

/**
 * Loads the WebAssembly build of Prisma's schema engine, once per process. Instantiated here rather than imported, so
 * that it runs alike in Node and in the test runner and without Node's warning about experimental modules.
 */
async function load(): Promise<typeof SchemaEngineModule> {
  const module = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const bytes = await readFile(join(folder, "schema_engine_bg.wasm"));
  const imports = Object.fromEntries(
    Object.entries<unknown>(module).map(([name, value]) => [
      name,
      name.startsWith("__wbg_setTimeout") && isFunction(value) ? unreferenced(value) : value,
    ]),
  );
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": imports });
  module.__wbg_set_wasm(instance.exports);
  // The engine reports a panic through this global and then fails with whatever the caller made of it.
  Reflect.set(globalThis, "PRISMA_WASM_PANIC_REGISTRY", {
    set_message(message: string) {
      throw new Error(`the schema engine failed: ${message}`);
    },
  });
  instance.exports.__wbindgen_start();
  return module;
}

/**
 * The engine describes a database from its catalog, whose one-byte type `"char"` Prisma's adapter does not know. Such
 * columns are therefore announced as `uuid`, a type that no catalog has, and then handed to the engine as characters.
 */
class CatalogClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connection: unknown = Reflect.get(this, "connection");
    if (!(connection instanceof EventEmitter)) return;
    connection.prependListener("rowDescription", ({ fields }: { fields: pg.FieldDef[] }) => {
      for (const field of fields) {
        if (field.dataTypeID === charOid) field.dataTypeID = pg.types.builtins.UUID;
      }
    });
  }
}

/** The engine leaves the 10 s timer of its advisory lock running; it must not keep the process that long. */
function unreferenced(setTimer: AnyFunction): AnyFunction {
  return (...given) => {
    const timer = setTimer(...given);
    if (isTimer(timer)) timer.unref();
    return timer;
  };
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === "function";
}

function isTimer(value: unknown): value is NodeJS.Timeout {
  return typeof value === "object" && value !== null && "unref" in value && typeof value.unref === "function";
}

/**
 * Runs `work` with Prisma's schema engine on a database: the same engine as Prisma's own command, which needs a
 * binary from the network for it (toolchain.md). All connections end with it.
 */
export async function withSchemaEngine<T>(
  url: string,
  schema: [path: string, content: string][],
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  loading ??= load();
  const { SchemaEngine } = await loading;
  const opened: (() => Promise<void>)[] = [];

  async function connect(databaseUrl: string, afterwards?: () => Promise<void>): Promise<SqlDriverAdapter> {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max: 2,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: "migrations",
      Client: CatalogClient,
    });
    // Without listeners the loss of a connection would end the process; the statement under way reports it.
    pool.on("error", () => undefined);
    pool.on("connect", (client) => void client.on("error", () => undefined));
    const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    const query = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const answer = await query(statement);
      const columnTypes = answer.columnTypes.map((type) =>
        type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
      );
      return { ...answer, columnTypes };
    };
    // Prisma's adapter cuts a script at every semicolon, also inside a function or a DO block. Sent whole it is, besides,
    // one transaction: a migration that fails leaves nothing behind.
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    const end = adapter.dispose.bind(adapter);
    // The engine closes some of its connections and forgets others; close each once.
    let ended: Promise<void> | undefined;
    adapter.dispose = () => (ended ??= end().then(afterwards));
    opened.push(adapter.dispose);
    return adapter;
  }

  const engine = await SchemaEngine.new(
    { datamodels: schema },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory({
      provider: "postgres",
      adapterName: "@prisma/adapter-pg",
      connect: () => connect(url),
      // Where the engine replays migrations. Prisma's own adapter would, given an address, replay them in the
      // database itself, because the address names it.
      async connectToShadowDb() {
        const name = `migration_replay_${randomBytes(8).toString("hex")}`;
        const replay = new URL(url);
        replay.pathname = `/${name}`;
        await administer(url, `create database ${name} template template0`);
        return connect(replay.href, () => administer(url, `drop database if exists ${name} with (force)`));
      },
    }),
  );
  try {
    return await work(engine);
  } finally {
    await Promise.all(opened.map((dispose) => dispose()));
    engine.free();
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
