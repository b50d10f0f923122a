import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const schema = fileURLToPath(new URL("schema.prisma", import.meta.url));
const generated = fileURLToPath(new URL("../results/reference-client/client.ts", import.meta.url));

/** SQL of the table that schema.prisma describes. */
export const createTable = `
  create table if not exists reference_runs (
    id uuid primary key,
    status text not null,
    input jsonb not null,
    output jsonb,
    created_at timestamp(3) not null default current_timestamp,
    completed_at timestamp(3)
  )`;

/** Generates the reference's Prisma client; nothing is fetched (any executable passes as the unused engine). */
export function generateReferenceClient(): void {
  const command = join(dirname(createRequire(import.meta.url).resolve("prisma/package.json")), "build/index.js");
  const { status, stderr } = spawnSync(process.execPath, [command, "generate", "--no-hints", "--schema", schema], {
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`generating the reference's client failed: ${stderr}`);
}

type ReferenceClient = {
  referenceRun: {
    create(given: { data: { id: string; status: string; input: object } }): Promise<unknown>;
    update(given: {
      where: { id: string };
      data: { status: string; output: object; completedAt: Date };
    }): Promise<unknown>;
  };
};
type ClientModule = { PrismaClient: new (options: { adapter: object }) => ReferenceClient };

/** Opens the generated client. Imported by path at run time: on a fresh clone the file does not exist yet. */
export async function openReferenceClient(databaseUrl: string): Promise<ReferenceClient> {
  const module: unknown = await import(pathToFileURL(generated).href);
  if (!isClientModule(module)) throw new Error(`${generated} is not a Prisma client`);
  const { PrismaPg } = await import("@prisma/adapter-pg");
  return new module.PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: 10 }) });
}

function isClientModule(module: unknown): module is ClientModule {
  return typeof module === "object" && module !== null && "PrismaClient" in module;
}
