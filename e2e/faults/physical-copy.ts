import { appendFile, chown, copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { privatePostgres, waitFor, type PrivatePostgres } from "@service/testing";
import pg from "pg";

/** What a base backup leaves out: the server makes it again when it starts (PostgreSQL, "Making a Base Backup"). */
const foldersLeftEmpty: ReadonlySet<string> = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const filesLeftOut: ReadonlySet<string> = new Set(["postmaster.pid", "postmaster.opts"]);

/** Rows of one statement, in a session of its own. */
export async function query<T extends object>(url: string, statement: string): Promise<T[]> {
  return withSession(url, async (session) => (await session.query<T>(statement)).rows);
}

async function withSession<T>(url: string, use: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return await use(session);
  } finally {
    await session.end();
  }
}

/**
 * A base backup of a server that goes on working, by the low-level API: the embedded PostgreSQL has no `pg_basebackup`.
 * The copy has no write-ahead log: it starts with `standby.signal` or `recovery.signal` only.
 *
 * @returns the folder for `privatePostgres`, which removes it.
 */
export async function baseBackup({ url, dataDir }: PrivatePostgres): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "service-base-backup-"));
  try {
    const source = join(dataDir, "cluster");
    const target = join(copy, "cluster");
    await withSession(url, async (session) => {
      await session.query("select pg_backup_start('e2e', fast => true)");
      await copyFolder(source, target);
      const stopped = await session.query<{ labelfile: string }>(
        "select labelfile from pg_backup_stop(wait_for_archive => false)",
      );
      await writeOwned(copy, "backup_label", stopped.rows[0]?.labelfile ?? "");
    });
    await copyFile(join(dataDir, "password"), join(copy, "password"));
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

async function copyFolder(source: string, target: string): Promise<void> {
  const { uid, gid } = await stat(source);
  await mkdir(target, { mode: 0o700 });
  await chown(target, uid, gid);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (foldersLeftEmpty.has(entry.name)) {
      await mkdir(to, { mode: 0o700 });
    } else if (entry.isDirectory()) {
      await copyFolder(from, to);
      continue;
    } else if (filesLeftOut.has(entry.name) || !(await copyIfThere(from, to))) continue;
    await chown(to, uid, gid);
  }
}

/** A file that the server removed since the folder was listed needs no copy: the log says what became of it. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (Error.isError(error) && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Writes a file of a cluster that belongs to the account of its server. */
async function writeOwned(dataDir: string, name: string, text: string): Promise<void> {
  const cluster = join(dataDir, "cluster");
  const { uid, gid } = await stat(cluster);
  await writeFile(join(cluster, name), text, { mode: 0o600 });
  await chown(join(cluster, name), uid, gid);
}

/** Starts a copy as `standby.signal` or `recovery.signal` says, with settings in its `postgresql.auto.conf`. */
async function startCopy(
  dataDir: string,
  signal: "standby.signal" | "recovery.signal",
  settings: Readonly<Record<string, string>>,
): Promise<PrivatePostgres> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  await appendFile(join(dataDir, "cluster", "postgresql.auto.conf"), lines.join(""));
  await writeOwned(dataDir, signal, "");
  return privatePostgres({ dataDir });
}

/**
 * A standby that every commit of the primary waits for.
 *
 * @param through the address of the primary as the standby reaches it.
 */
export async function startSynchronousStandby(primary: PrivatePostgres, through: string): Promise<PrivatePostgres> {
  await query(primary.url, "alter system set wal_keep_size = '1GB'");
  await query(primary.url, "select pg_reload_conf()");
  const { hostname, port, username, password } = new URL(through);
  const standby = await startCopy(await baseBackup(primary), "standby.signal", {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`,
  });
  // After the copy, so that the promoted standby waits for nobody.
  await query(primary.url, "alter system set synchronous_standby_names = 'standby'");
  await query(primary.url, "select pg_reload_conf()");
  await waitFor(
    async () => (await query(primary.url, "select from pg_stat_replication where sync_state = 'sync'")).length === 1,
    { what: "a synchronous standby" },
  );
  return standby;
}

/**
 * Keeps the write-ahead log of a server in a folder, which the caller removes. The server restarts.
 *
 * @returns the folder.
 */
export async function archiveLog(server: PrivatePostgres): Promise<string> {
  const archive = await mkdtemp(join(tmpdir(), "service-log-archive-"));
  const { uid, gid } = await stat(join(server.dataDir, "cluster"));
  await chown(archive, uid, gid);
  await query(server.url, "alter system set archive_mode = 'on'");
  await query(server.url, `alter system set archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`);
  await server.stop();
  await server.start();
  return archive;
}

/** Ends the current file of the log and waits until the archive has it. */
export async function archiveAll(url: string): Promise<void> {
  const [last] = await query<{ file: string }>(url, "select pg_walfile_name(pg_switch_wal()) as file");
  await waitFor(
    async () =>
      (await query(url, `select from pg_stat_archiver where last_archived_wal >= '${last?.file}'`)).length === 1,
    { what: "the archive of the log" },
  );
}

/** A new server with what was committed at `moment`, and nothing later. */
export async function restoreTo(moment: string, backup: string, archive: string): Promise<PrivatePostgres> {
  const restored = await startCopy(backup, "recovery.signal", {
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_time: moment,
    recovery_target_action: "promote",
    // Its log is another one from here on: it must not go to the archive of the first server.
    archive_mode: "off",
  });
  await waitFor(async () => (await query(restored.url, "select where not pg_is_in_recovery()")).length === 1, {
    what: "the end of recovery",
  });
  return restored;
}
