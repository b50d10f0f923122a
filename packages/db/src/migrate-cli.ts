import { applyMigrations, migrationStatus, writeMigration } from "./migrate.ts";

/** `apply`, `status` or `new <name>` on `DATABASE_DIRECT_URL`, else `DATABASE_URL`; prints one line per migration. Exit 2: wrong usage. */
async function main([command, name]: string[], url: string | undefined): Promise<number> {
  if (url === undefined || url === "") {
    console.error("DATABASE_URL is required and not set");
    return 2;
  }
  switch (command) {
    case "apply": {
      const { applied } = await applyMigrations(url);
      for (const migration of applied) console.log(`applied ${migration}`);
      if (applied.length === 0) console.log("nothing to apply");
      return 0;
    }
    case "status": {
      const status = await migrationStatus(url);
      for (const [state, migrations] of Object.entries(status)) {
        for (const migration of migrations) console.log(`${state} ${migration}`);
      }
      return status.pending.length + status.failed.length + status.changed.length === 0 ? 0 : 1;
    }
    case "new": {
      if (name === undefined) break;
      const written = await writeMigration(name, url);
      console.log(written ? `wrote ${written.path}` : "the schema holds nothing new");
      return 0;
    }
    default:
      break;
  }
  console.error("usage: migrate-cli.ts apply | status | new <name>");
  return 2;
}

try {
  process.exitCode = await main(
    process.argv.slice(2),
    process.env["DATABASE_DIRECT_URL"] || process.env["DATABASE_URL"],
  );
} catch (error) {
  console.error(Error.isError(error) ? error.message : error);
  process.exitCode = 1;
}
