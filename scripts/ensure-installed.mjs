/**
 * Runs a command of this repository, installing first what it needs:
 *
 *   node scripts/ensure-installed.mjs node scripts/start.ts
 *
 * A fresh clone on a machine with nothing but Node (20 or newer) and npm must be able to run `npm test`, so this file
 * uses Node's own modules only and no syntax newer than Node 20. It
 *   1. runs `npm ci` when node_modules is missing or is not what package-lock.json describes; of several commands that
 *      start at once in one checkout one installs, and the others wait for it;
 *   2. generates the Prisma client when the schema changed since the last time;
 *   3. runs the command on the Node that npm installed (node_modules/.bin comes first in PATH), passing arguments,
 *      standard streams, signals and the exit status through.
 * Without a command it stops after step 2. Everything it says itself goes to standard error.
 *
 * `--runtime` before the command installs no tools for development where nothing is installed yet: the command needs none.
 * `--env` before the command reads `.env` first (variables that are set already win); tests never do. With
 * INSTALL_CHECK=off, as in the container image, steps 1 and 2 are left out: the image is complete and read-only.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const binaries = join(root, "node_modules", ".bin");
const generatedClient = join(root, "packages", "db", "src", "generated");
const generateClient = join(root, "packages", "db", "scripts", "generate-client.mjs");
const progressIntervalMs = 10_000;
const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The child that receives signals; while it is undefined, a signal ends this process as usual. */
let runningChild;
let isLockHeld = false;
for (const signal of forwardedSignals) {
  process.on(signal, () => {
    if (runningChild === undefined) process.exit(128 + constants.signals[signal]);
    // A terminal sends Ctrl-C to the child as well; passed on, it would count as the second one, which means "at once".
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    runningChild.kill(signal);
  });
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Runs a program to its end; answers `{code, signal}`, exactly one of which is set. */
function run(program, args, environment, stdio = "inherit") {
  return new Promise((settle, refuse) => {
    const child = spawn(program, args, { cwd: process.cwd(), env: environment, stdio });
    runningChild = child;
    // An npm whose starter was killed goes on installing: it holds the lock as well.
    if (isLockHeld && child.pid !== undefined) appendFileSync(lockFile, `\n${child.pid} ${processStart(child.pid)}`);
    child.once("error", (error) => {
      runningChild = undefined;
      refuse(error);
    });
    child.once("exit", (code, signal) => {
      runningChild = undefined;
      settle({ code, signal });
    });
  });
}

/** Ends this process the way its child ended, so that a caller cannot distinguish the two. */
function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1);
  // Our own handler would swallow the signal; without it the default action applies and the caller sees the signal.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // A signal whose default action is not to end the process still ends this one.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1_000);
}

/** Runs one step of the preparation with a line every ten seconds; a failed step ends the process with its status. */
async function prepare(title, program, args, environment) {
  const startedAt = Date.now();
  say(`${title} …`);
  const ticker = setInterval(
    () => say(`${title}: ${Math.round((Date.now() - startedAt) / 1000)} s so far`),
    progressIntervalMs,
  );
  // Standard output belongs to the command: `svc --json` prints exactly one object there.
  const outcome = await run(program, args, environment, ["ignore", 2, 2]).finally(() => clearInterval(ticker));
  if (outcome.code !== 0) {
    say(`${title}: failed; nothing was run.`);
    endLike(outcome);
    await new Promise(() => {});
  }
  say(`${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

const dependencyFields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** The workspace folders of package-lock.json, the root as the empty string. */
function workspacePaths(locked) {
  return Object.keys(locked).filter((path) => !path.split("/").includes("node_modules"));
}

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

/**
 * Why node_modules must be installed again, or undefined when it need not be. Compared are the lock file, the file that
 * npm itself leaves inside node_modules after a finished install, and the dependencies in every package.json; so an
 * install made by hand counts, and editing a script does not cost a new one.
 */
function staleReason(isRuntime) {
  const installedLock = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return "dependencies are not installed";
  if (!existsSync(join(binaries, "node"))) return "the Node of this repository is not installed";
  const locked = readJson(join(root, "package-lock.json")).packages;
  const installed = readJson(installedLock).packages;
  for (const path of workspacePaths(locked)) {
    const manifest = join(root, path, "package.json");
    if (!existsSync(manifest)) return `${relative(root, manifest)} is gone`;
    const declared = readJson(manifest);
    if (!dependencyFields.every((field) => sameEntries(declared[field], locked[path][field]))) {
      return `${relative(root, manifest)} changed`;
    }
  }
  for (const [path, entry] of Object.entries(locked)) {
    if (path === "") continue;
    const present = installed[path];
    if (present === undefined) {
      // Optional packages are those of other platforms.
      if (entry.optional || entry.devOptional) continue;
      if (isRuntime && entry.dev) continue;
      return `${path} is missing`;
    }
    if (present.version !== entry.version || present.integrity !== entry.integrity) return `${path} changed`;
  }
  return undefined;
}

/** PATH without any node_modules/.bin: `npm ci` deletes node_modules, and with it the Node that would be running it. */
function systemPath() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes(join("node_modules", ".bin")))
    .join(delimiter);
}

/** Whether tools for development are installed: a checkout that has them keeps them. */
function hasTools() {
  const installedLock = join(root, "node_modules", ".package-lock.json");
  return existsSync(installedLock) && Object.values(readJson(installedLock).packages).some(({ dev }) => dev === true);
}

async function install(reason, isRuntime) {
  const { NODE_ENV: _nodeEnv, ...inherited } = process.env;
  // npm_config_* of an outer npm (silent, workspace, omit) are meant for that call and must not change this install;
  // NODE_ENV=production would leave out what tests need.
  const environment = Object.fromEntries(
    Object.entries(inherited).filter(
      ([name]) => !/^npm_(?!config_(?:registry|cache|userconfig|globalconfig)$)/.test(name),
    ),
  );
  const isPartial = isRuntime && !hasTools();
  // Engine warnings are for the Node that runs npm; everything here runs on the Node that npm installs.
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(isPartial ? ["--omit=dev"] : [])];
  const what = isPartial ? "what the service needs, some 500 packages" : "everything, some 900 packages";
  await prepare(`Installing ${what}, one to three minutes (${reason}; npm ci)`, "npm", words, {
    ...environment,
    PATH: systemPath(),
  });
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** SHA-256 over everything that the generated client depends on: models, generator script, version of Prisma. */
function clientFingerprint() {
  const hash = createHash("sha256");
  const models = filesUnder(join(root, "prisma")).filter((path) => path.endsWith(".prisma"));
  for (const path of [...models, generateClient, join(root, "node_modules", "prisma", "package.json")]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Where the fingerprint of the generated client stands. */
const stamp = join(generatedClient, ".made-from");

function isClientCurrent() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === clientFingerprint();
}

async function generatePrismaClient(environment) {
  const fingerprint = clientFingerprint();
  rmSync(stamp, { force: true });
  await prepare("Generating the database client", join(binaries, "node"), [generateClient], environment);
  mkdirSync(generatedClient, { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Outside of node_modules, which `npm ci` deletes. Holds `<pid> <start>` of the process that installs and, on a second line, of its npm. */
const lockFile = join(root, ".install-lock");
const takeOverFolder = `${lockFile}-take-over`;
const lockPollMs = 100;
/** Taking over is a few file operations: a process that has not finished after this has died in it. */
const takeOverMsMax = 10_000;

/** Start time of a process, to distinguish two with one id; undefined when none lives, "alive" where it cannot be read. */
function processStart(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return undefined;
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields 3 and 22, counted after the program's name, which may itself contain spaces and parentheses.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    // No /proc on this system.
    return "alive";
  }
}

/** Who holds the lock; undefined when it is free or its holder has died. */
function livingHolder() {
  let mark;
  try {
    mark = readFileSync(lockFile, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  }
  const marks = mark.split("\n").map((line) => line.split(" "));
  return marks.find(([pid, start]) => Number(pid) > 0 && processStart(Number(pid)) === start)?.[0];
}

/** Makes the lock file with its content in one step. @returns false when it exists. */
function takeLock() {
  const draft = `${lockFile}-${process.pid}`;
  writeFileSync(draft, `${process.pid} ${processStart(process.pid)}`);
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock of a process that died. One at a time: a lock that somebody has just taken must not be removed. */
function removeDeadLock() {
  try {
    mkdirSync(takeOverFolder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const age = Date.now() - (statSync(takeOverFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > takeOverMsMax) rmSync(takeOverFolder, { recursive: true, force: true });
    return;
  }
  if (livingHolder() === undefined) rmSync(lockFile, { force: true });
  rmSync(takeOverFolder, { recursive: true, force: true });
}

/** Runs `work` while no other process of this checkout does: two installs at once destroy node_modules. */
async function whileAlone(work) {
  let printedAt = 0;
  while (!takeLock()) {
    const holder = livingHolder();
    if (holder === undefined) removeDeadLock();
    else {
      if (Date.now() - printedAt > progressIntervalMs)
        say(`Waiting for process ${holder}, which installs in this checkout …`);
      if (Date.now() - printedAt > progressIntervalMs) printedAt = Date.now();
      await new Promise((resolve) => setTimeout(resolve, lockPollMs));
    }
  }
  isLockHeld = true;
  try {
    return await work();
  } finally {
    isLockHeld = false;
    rmSync(lockFile, { force: true });
  }
}

async function main() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < 20) {
    say(`Node 20 or newer is needed; this is ${process.version}.`);
    process.exit(1);
  }
  const words = process.argv.slice(2);
  const begin = words.findIndex((word) => word !== "--env" && word !== "--runtime");
  const flags = begin < 0 ? words : words.slice(0, begin);
  const readsEnvironmentFile = flags.includes("--env");
  const isRuntime = flags.includes("--runtime");
  const [program, ...args] = words.slice(flags.length);
  process.chdir(root);
  const isComplete = process.env.INSTALL_CHECK === "off";
  const environment = {
    // Every process of the repository compiles the same modules: they are compiled once for this checkout.
    ...(isComplete ? {} : { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") }),
    ...process.env,
    PATH: [binaries, process.env.PATH ?? ""].join(delimiter),
  };
  if (!isComplete && (staleReason(isRuntime) !== undefined || !isClientCurrent())) {
    await whileAlone(async () => {
      // Another process may have done it meanwhile.
      const reason = staleReason(isRuntime);
      if (reason !== undefined) await install(reason, isRuntime);
      if (!isClientCurrent()) await generatePrismaClient(environment);
    });
  }
  const environmentFile = join(root, ".env");
  if (readsEnvironmentFile && existsSync(environmentFile)) {
    // Read by the Node that npm installed: the one that runs this file may be too old to know how.
    if (program === "node") args.unshift(`--env-file=${environmentFile}`);
    else throw new Error("--env works only with node");
  }
  if (program === undefined) process.exit(0);
  const path = join(binaries, program);
  const file = existsSync(path) && statSync(path).isFile() ? path : program;
  endLike(await run(file, args, environment));
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
