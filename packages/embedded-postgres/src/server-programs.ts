import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { access, chmod, cp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const run = promisify(execFile);

export type Account = { uid: number; gid: number };
export type Programs = { initdb: string; postgres: string };

/** PostgreSQL refuses to run as root: the account it runs as instead. */
export async function serverAccount(): Promise<Account> {
  const existing = await findAccount("postgres");
  if (existing) return existing;
  let cause: unknown;
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"]);
  } catch (error) {
    cause = error;
    // Minimal images have no useradd; `nobody` exists everywhere and owns nothing else that it could reach.
    const nobody = await findAccount("nobody");
    if (nobody) return nobody;
  }
  const made = await findAccount("postgres");
  if (!made) {
    const reason = Error.isError(cause) ? `: ${cause.message.trim()}` : "";
    throw new EmbeddedPostgresError(`PostgreSQL does not run as root and no user \`postgres\` could be made${reason}`, {
      cause,
    });
  }
  return made;
}

async function findAccount(name: string): Promise<Account | undefined> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const fields = lines.map((line) => line.split(":")).find(([account]) => account === name);
  if (!fields) return undefined;
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** The binaries of this platform, at a place where the server's account can run them. */
export async function findPrograms(account: Account | undefined): Promise<Programs> {
  const packageName = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  let native: string;
  try {
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    native = resolve(dirname(fromEmbedded.resolve(packageName)), "..", "native");
  } catch (error) {
    throw new EmbeddedPostgresError(
      `no PostgreSQL for ${platform()}-${arch()} is installed (${packageName}); set DATABASE_URL to a running one`,
      { cause: error },
    );
  }
  const suffix = platform() === "win32" ? ".exe" : "";
  const at = (folder: string): Programs => ({
    initdb: join(folder, "bin", `initdb${suffix}`),
    postgres: join(folder, "bin", `postgres${suffix}`),
  });
  for (const program of Object.values(at(native))) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  if (!account || (await canRun(at(native).postgres, account))) return at(native);
  return at(await copyForAccount(native));
}

async function canRun(program: string, account: Account): Promise<boolean> {
  try {
    await run(program, ["--version"], { ...account, cwd: "/" });
    return true;
  } catch {
    // Whatever the reason, a copy outside of the checkout is run instead; what fails there is reported.
    return false;
  }
}

/**
 * A checkout below a directory that only root may enter (such as /root) holds binaries that the server's account
 * cannot run: they are copied, once per version, to a directory that root owns and everybody may read.
 */
async function copyForAccount(native: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, "bin", "postgres"));
  const target = join(tmpdir(), `embedded-postgres-${size}-${Math.floor(mtimeMs)}`);
  const existing = await stat(target).catch(() => undefined);
  // What somebody else put there must not be executed.
  if (existing?.uid === 0 && (existing.mode & 0o022) === 0) return target;
  if (existing) throw new EmbeddedPostgresError(`${target} exists and is not root's; remove it`);
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}
