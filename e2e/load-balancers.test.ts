import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { applyFrame, Client, type TurnFrame as Frame } from "@service/client";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { freePort, type Program, startProgram, testOperator, waitFor } from "@service/testing";
import { eventReader } from "@service/testing/read-events";

// Streams and uploads through the real load balancers: as infra/load-balancer sets them up, and with timers scaled down, in
// nginx with the defaults that it has where nobody set anything, buffering included. Scaled, idle streams are cut after 1 s
// instead of 60, and heartbeats come every 0.25 s instead of 15.

const root = resolve(import.meta.dirname, "..");
const readTimeoutMs = 1_000;
const heartbeatSeconds = 0.25;
const obtainTimeoutMs = 30_000;
const folder = mkdtempSync(join(tmpdir(), "load-balancers-"));

interface Found {
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A program of this machine, or of Debian's packages, unpacked into the folder of this test. */
function find(name: string, packages: readonly string[]): Found | undefined {
  const runs = (found: Found): boolean => spawnSync(found.program, ["-v"], { env: found.env }).status === 0;
  const installed = { program: name, env: process.env };
  if (runs(installed)) return installed;
  const fetched = `apt-get download ${packages.join(" ")} && for each in *.deb; do dpkg -x "$each" .; done`;
  spawnSync("sh", ["-c", fetched], { cwd: folder, timeout: obtainTimeoutMs });
  const libraries = join(folder, "usr/lib");
  const paths = existsSync(libraries) ? readdirSync(libraries).map((path) => join(libraries, path)) : [];
  const unpacked = {
    program: join(folder, "usr/sbin", name),
    env: { ...process.env, LD_LIBRARY_PATH: paths.join(":") },
  };
  return runs(unpacked) ? unpacked : undefined;
}

interface Ports {
  readonly a: number;
  readonly b: number;
  /** Where the configuration of infra listens, the one with scaled timers, and the one of downloads. */
  readonly infra: number;
  readonly scaled: number;
  readonly downloads: number;
}

const read = (path: string): string => readFileSync(join(root, "infra/load-balancer", path), "utf8");
/** The configuration with the addresses of this test. */
const addressed = (text: string, { a, b }: Ports): string =>
  text.replaceAll(/api-1:808[02]/g, `127.0.0.1:${a}`).replaceAll(/api-2:808[02]/g, `127.0.0.1:${b}`);

const balancers = [
  {
    name: "nginx",
    packages: ["nginx"],
    configuration(ports: Ports): string {
      const ours = addressed(read("nginx.conf"), ports)
        .replaceAll("/tmp/", `${folder}/`)
        .replace("/dev/stdout", join(folder, "access.log"))
        .replace("/dev/stderr", "stderr")
        .replace("listen 8080;", `listen 127.0.0.1:${ports.infra};`)
        .replace("listen 8082;", `listen 127.0.0.1:${ports.downloads};`);
      const defaults = `server { listen 127.0.0.1:${ports.scaled};
        location / { proxy_pass http://api; proxy_read_timeout ${readTimeoutMs}ms; } }`;
      return ours.replace(/\}\s*$/, `${defaults}\n}\n`);
    },
    arguments(file: string): string[] {
      // Its workers would otherwise run as somebody who may not write into this folder.
      const user = process.getuid?.() === 0 ? " user root;" : "";
      return ["-e", "stderr", "-p", folder, "-c", file, "-g", `daemon off;${user}`];
    },
  },
  {
    name: "haproxy",
    packages: ["haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"],
    configuration(ports: Ports): string {
      const ours = addressed(read("haproxy.cfg"), ports)
        .replace("bind :8080", `bind 127.0.0.1:${ports.infra}`)
        .replace("bind :8082", `bind 127.0.0.1:${ports.downloads}`);
      const backend = /^backend api\n(?<lines>(?: .*\n)+)/m.exec(ours)?.groups?.["lines"] ?? "";
      return `${ours}
frontend scaled
  bind 127.0.0.1:${ports.scaled}
  timeout client ${readTimeoutMs}ms
  default_backend scaled
backend scaled
  timeout server ${readTimeoutMs}ms
${backend}`;
    },
    arguments: (file: string): string[] => ["-db", "-f", file],
  },
].map((balancer) => ({ ...balancer, found: find(balancer.name, balancer.packages) }));

const present = balancers.filter(({ found }) => found !== undefined);
for (const { name, found } of balancers) {
  if (found === undefined)
    process.stderr.write(`no ${name} here, and Debian's packages are out of reach: it is not tested\n`);
  // One that is not there counts as skipped.
  (found === undefined ? test.skip : test)(`${name} is on this machine, or was unpacked for this test`, () => {
    expect(found).toBeDefined();
  });
}

(present.length === 0 ? describe.skip : describe)(`behind ${present.map(({ name }) => name).join(" and ")}`, () => {
  let deps: TestDeps;
  let key: string;
  const started: { kill(): Promise<void> }[] = [];
  /** Of each load balancer. */
  const urls: { readonly name: string; readonly infra: string; readonly scaled: string }[] = [];
  const ports = { a: 0, b: 0 };
  let first: Program;
  let worker: Program;

  beforeAll(async () => {
    deps = await openTestDeps();
    const { id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline (nginx)" });
    await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "sandbox", name: "Sandbox" });
    ({ apiKey: key } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "sandbox" }));
    ports.a = await freePort();
    ports.b = await freePort();
    worker = startProgram(join(root, "apps/worker/src/main.ts"), { env: environment() });
    started.push(worker);
    [first] = await Promise.all([startApi(ports.a), worker.says("worker started")]);
    worker.signal("SIGSTOP");
    for (const balancer of present) await startBalancer(balancer);
  });
  afterAll(async () => {
    await Promise.all(started.map((one) => one.kill()));
    await deps.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = (): Record<string, string> => ({
    DATABASE_URL: deps.databaseUrl,
    SECRETS_KEY: deps.secretsKey,
    LOG_LEVEL: "info",
    DATA_DIR: join(folder, "data"),
    FILES_PORT: "0",
    STREAM_HEARTBEAT_SECONDS: String(heartbeatSeconds),
    WORKER_THREADS: "1",
  });

  async function startApi(port: number): Promise<Program> {
    const file = join(root, "apps/api/src/main.ts");
    const api = startProgram(file, { env: { ...environment(), API_PORT: String(port) } });
    started.push(api);
    await api.says("api listening");
    return api;
  }

  async function startBalancer(balancer: (typeof present)[number]): Promise<void> {
    const { name, found } = balancer;
    const given = { ...ports, infra: await freePort(), scaled: await freePort(), downloads: await freePort() };
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, balancer.configuration(given));
    const stdio = ["ignore", "ignore", "pipe"] as const;
    const child = spawn(found?.program ?? "", balancer.arguments(file), { stdio: [...stdio], env: found?.env });
    const ended = once(child, "close");
    let output = "";
    child.stderr.on("data", (text: Buffer) => (output += text.toString()));
    started.push({
      async kill() {
        child.kill("SIGTERM");
        await ended;
      },
    });
    const of = (port: number): string => `http://127.0.0.1:${port}`;
    urls.push({ name, infra: of(given.infra), scaled: of(given.scaled) });
    await waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(output);
        return (await fetch(`${of(given.infra)}/health`)).ok;
      },
      { what: name },
    );
  }

  function call(url: string, path: string, body: unknown, more: Record<string, string> = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", ...more };
    return fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Path of a conversation with an instance whose answer takes a few seconds in the scenario `slow`. */
  async function conversation(url: string): Promise<string> {
    const slug = `desk-${randomUUID()}`;
    const reply = "The claims desk is open from 8 to 18 on weekdays. ".repeat(5).trim();
    const config = {
      grounding: { sources: [{ kind: "knowledge" as const }] },
      rules: [{ key: "long", when: { any: ["everything"] }, reply }],
      attachments: { enabled: true },
    };
    const client = new Client({ baseUrl: url, apiKey: key });
    await client.conversationInstances.create({ body: { slug, label: "Desk", config } });
    const { conversation_id: id } = await client.conversations.create({ slug, body: {} });
    return `/conversation-instances/${slug}/conversations/${id}`;
  }

  const question = { text: "Tell me everything", version: "draft", test_scenario: "slow" } as const;

  /** Reads as it comes, into lists that grow. */
  function readStream(response: Response) {
    const reader = eventReader();
    const decoder = new TextDecoder();
    const ended = (async () => {
      for await (const bytes of response.body ?? []) {
        if (!(bytes instanceof Uint8Array)) throw new Error("a body is bytes");
        reader.push(decoder.decode(bytes, { stream: true }));
      }
    })();
    return {
      ended,
      comments: reader.comments,
      frames: (): Frame[] => reader.events.map(({ data }) => frameOf(JSON.stringify(data))),
      lastId: () => reader.events.findLast(({ id }) => id !== undefined)?.id ?? "",
    };
  }

  async function statusOf(url: string, path: string): Promise<unknown> {
    const { turns } = await new Client({ baseUrl: url, apiKey: key }).turns.list(placeOf(path));
    return turns[0]?.status;
  }

  test("TURN-175: heartbeats keep an idle stream open, through default buffering too; frames arrive while the turn runs", async () => {
    const streams = await Promise.all(
      urls.flatMap(({ infra, scaled }) =>
        [infra, scaled].map(async (url) => {
          const path = await conversation(infra);
          const response = await call(url, `${path}/turns`, question);
          expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
          return { url, path, stream: readStream(response) };
        }),
      ),
    );
    // Nobody answers yet: each stream says so once, and is silent but for its comments.
    const enough = (readTimeoutMs / 1_000 / heartbeatSeconds) * 2;
    await waitFor(() => streams.every(({ stream }) => stream.comments.length > enough), { what: "heartbeats" });
    worker.signal("SIGCONT");
    await Promise.all(
      streams.map(async ({ url, path, stream }) => {
        await waitFor(() => stream.frames().some(({ type }) => type === "text.delta"), { what: "text" });
        expect(await statusOf(url, path)).toBe("running");
        await stream.ended;
        expectWhole(stream.frames());
      }),
    );
  });

  test("TURN-176: an upload is streamed through: it is refused before it has arrived, and may be larger than other bodies", async () => {
    for (const { infra } of urls) {
      const path = `${await conversation(infra)}/attachments`;
      const boundary = "----a-boundary";
      const part = (name: string): string =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
      const headers = { authorization: `Bearer ${key}`, "content-type": `multipart/form-data; boundary=${boundary}` };
      const endless = request(`${infra}/api/v1${path}`, { method: "POST", headers });
      endless.write(`${part("wrong")}text`);
      const answered: unknown[] = await once(endless, "response");
      const [early] = answered;
      expect(early).toMatchObject({ statusCode: 400 });
      endless.destroy();
      const text = "The claims desk is open from 8 to 18.\n".repeat(330_000);
      const body = `${part("file")}${text}\r\n--${boundary}--\r\n`;
      // More than the 11 MB that other bodies may have.
      expect(body.length).toBeGreaterThan(11 * 1024 * 1024);
      const whole = await fetch(`${infra}/api/v1${path}`, { method: "POST", headers, body });
      const stored = expect.stringContaining(`"size_bytes":${text.length}`);
      expect([whole.status, await whole.text()]).toMatchObject([201, stored]);
      const tooLarge = { ...headers, "content-length": String(body.length) };
      const elsewhere = request(`${infra}/api/v1/converse`, { method: "POST", headers: tooLarge });
      elsewhere.flushHeaders();
      const refused: unknown[] = await once(elsewhere, "response");
      expect(refused[0]).toMatchObject({ statusCode: 413 });
      elsewhere.destroy();
    }
  });

  test("TURN-177: an API that leaves says so, and its readers continue through the load balancer on the other one", async () => {
    const idempotencyKey = "question-1";
    const readers = await Promise.all(
      urls.map(async ({ infra }) => {
        const path = await conversation(infra);
        const response = await call(infra, `${path}/turns`, question, { "idempotency-key": idempotencyKey });
        return { infra, path, stream: readStream(response) };
      }),
    );
    const haveText = (): boolean =>
      readers.every(({ stream }) => stream.frames().some(({ type }) => type === "text.delta"));
    await waitFor(haveText, { what: "text" });
    // The turns wait until the other API is there.
    worker.signal("SIGSTOP");
    await startApi(ports.b);
    await first.stop();
    await Promise.all(readers.map(({ stream }) => stream.ended));
    worker.signal("SIGCONT");
    await Promise.all(
      readers.map(async ({ infra, path, stream }) => {
        const seen = stream.frames();
        expect(seen.at(-1)).toMatchObject({ type: "reconnect", reason: "server_shutdown" });
        const place = { ...placeOf(path), "idempotency-key": idempotencyKey, "last-event-id": stream.lastId() };
        const client = new Client({ baseUrl: infra, apiKey: key });
        const rest = await collect(client.turns.submit({ ...place, body: question }));
        expect(rest.some(({ type }) => type === "text.delta")).toBe(true);
        expectWhole([...seen, ...rest]);
      }),
    );
  });
});

/** The conversation of a path, as the client names it. */
function placeOf(path: string): { slug: string; conversation_id: string } {
  const [, , slug = "", , conversation_id = ""] = path.split("/");
  return { slug, conversation_id };
}

/** Ends with `done`, and has the stored text. */
function expectWhole(frames: readonly Frame[]): void {
  const done = frames.at(-1);
  expect(done).toMatchObject({ type: "done", status: "completed" });
  const { text } = frames.reduce(applyFrame, { text: "", citations: [] });
  expect(text).toBe(done?.type === "done" ? done.turn.output.text : undefined);
}

function frameOf(json: string): Frame {
  const frame: Frame = JSON.parse(json);
  return frame;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
