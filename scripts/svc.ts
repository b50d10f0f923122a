/**
 * `npm run svc`: the operator's command on this machine. Without a DATABASE_URL and without a running `npm start` it starts
 * the embedded database under DATA_DIR for the duration of one command.
 */
import { join } from "node:path";
import { keepCompiledModules } from "../apps/operator/src/compile-cache.ts";
import type { FoundDatabase } from "../apps/operator/src/find-database.ts";

keepCompiledModules();
// Import after enabling the cache: modules imported before it are compiled again by every command.
const { svc } = await import("../apps/operator/src/svc.ts");
process.exitCode = await svc(process.argv.slice(2), undefined, startDatabase);

async function startDatabase(dataDir: string): Promise<FoundDatabase> {
  const [{ startEmbeddedPostgres }, { applyMigrations }] = await Promise.all([
    import("@service/embedded-postgres"),
    import("@service/db"),
  ]);
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), persistent: true });
  try {
    await applyMigrations(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url, release: () => server.stop() };
}
