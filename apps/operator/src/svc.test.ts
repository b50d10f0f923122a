import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngine } from "@service/domain/engines";
import { authenticate } from "@service/domain/keys";
import { openAssertionSecret } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { svc as run } from "./svc.ts";
import { type Ended, runSvc, runSvcProcess } from "./testing/run-svc.ts";

const nobody = "00000000-0000-4000-8000-000000000000";

let deps: TestDeps;
let dataDir: string;
let organizationId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "svc-test-"));
  deps = await openTestDeps();
  organizationId = text(await json("organization", "create", "--name", "Harborline"), "organization_id");
});
afterAll(async () => {
  await deps.close();
  await rm(dataDir, { recursive: true, force: true });
});

const environmentOf = (changes: Record<string, string>) => ({
  DATABASE_URL: deps.databaseUrl,
  DATA_DIR: dataDir,
  SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  ...changes,
});

function svc(words: readonly string[], changes: Record<string, string> = {}): Promise<Ended> {
  return runSvc(words, { environment: environmentOf(changes) });
}

/** As an operator runs it: what a process is started with, writes and ends with. */
function svcProcess(words: readonly string[], changes: Record<string, string> = {}): Promise<Ended> {
  return runSvcProcess(words, { environment: environmentOf(changes) });
}

async function storedSecret(): Promise<string> {
  const row = await deps.db.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
  return openAssertionSecret(deps.secrets, organizationId, row.assertionSecret ?? "");
}

/** What a wrong command line is answered with, in this process: it ends before anything is opened. */
async function wrongUsage(...words: string[]): Promise<string> {
  let output = "";
  const status = await run(words, { out: () => undefined, err: (part) => (output += part) });
  expect(status).toBe(2);
  return output;
}

type Fields = { readonly [name: string]: unknown };

async function json(...words: string[]): Promise<Fields> {
  const ended = await svc([...words, "--json"]);
  if (ended.status !== 0) throw new Error(`svc ${words.join(" ")} ended with ${ended.status}: ${ended.stderr}`);
  // Exactly one object on one line: anything before or after it fails the parse.
  const answer: unknown = JSON.parse(ended.stdout);
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) throw new Error("not an object");
  return { ...answer };
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new Error(`${name} is not text`);
  return value;
}

describe("usage", () => {
  test("help explains svc and each noun, on standard output (OPS-26)", async () => {
    const whole = await svcProcess(["help"]);
    expect([whole.status, whole.stderr]).toEqual([0, ""]);
    for (const noun of [
      "organization",
      "key",
      "scoped-key",
      "engine",
      "egress",
      "records",
      "pack",
      "run",
      "correction",
      "queue",
      "endpoint",
      "delivery",
      "database",
    ])
      expect(whole.stdout).toContain(`\n  ${noun} `);
    const noun = await svc(["help", "scoped-key"]);
    expect([noun.status, noun.stderr]).toEqual([0, ""]);
    expect(noun.stdout).toContain("revoke");
  });

  test.each([
    [[]],
    [["nonsense"]],
    [["key"]],
    [["key", "create"]],
    [["key", "create", "--organization"]],
    [["organization", "create", "--name", " "]],
    [["organization", "set", "x", "--requests-per-minute", "many"]],
    [["organization", "set", "x", "--delivery-setup", "sometimes"]],
    [["organization", "list", "surplus"]],
    [["scoped-key", "create", "--organization", "x", "--environment", "live", "--capability", "engines:manage"]],
    [["delivery", "list", "--state", "lost"]],
    [["delivery", "list", "--organization", "00000000-0000-4000-8000-000000000000", "--days", "91"]],
    [["organization", "create", "--name", "--json"]],
    [["organization", "create", "--nam", "x"]],
    [["organization", "show", "nonsense"]],
    [["organization", "set", "nonsense", "--analyses", "on"]],
    [["key", "revoke", "nonsense"]],
    [["scoped-key", "revoke", "nonsense"]],
    [["run", "show", "nonsense"]],
    [["audit", "show", "nonsense"]],
    [["audit", "list", "--organization", "none", "--action", "bogus"]],
    [["event", "list", "--organization", "00000000-0000-4000-8000-000000000000", "--type", "zzz"]],
    [
      [
        "engine",
        "set",
        "--organization",
        "00000000-0000-4000-8000-000000000000",
        "--engine",
        "quotes",
        "--withdraw",
        "latest",
      ],
    ],
    [["help", "nonsense"]],
    [["help", "organization", "nonsense"]],
    [["organization", "nonsense", "--help"]],
    [["key", "create", "--organization", "x", "--environment", "live"]],
    [["key", "list", "--organization", "not-a-uuid"]],
    [["scoped-key", "list", "--organization", "not-a-uuid"]],
    [["engine", "set", "--organization", "not-a-uuid", "--engine", "quotes"]],
    [["dataset", "list", "--organization", "not-a-uuid"]],
    [
      [
        "dataset",
        "import",
        "rows",
        "-",
        "--organization",
        "00000000-0000-4000-8000-000000000000",
        "--format",
        "--json",
      ],
    ],
    [["event", "emit", "--organization", "00000000-0000-4000-8000-000000000000", "--type", "x", "--data", ""]],
  ])(
    "wrong usage ends with status 2, nothing on standard output and the reason on standard error (OPS-25): %j",
    async (words) => {
      const written = { out: "", err: "" };
      const status = await run(words, {
        out: (part) => (written.out += part),
        err: (part) => (written.err += part),
      });
      expect([status, written.out]).toEqual([2, ""]);
      expect(written.err).not.toBe("");
    },
  );

  test.each([
    [["organization", "show", "00000000-0000-4000-8000-000000000000"], "not_found"],
    [["key", "revoke", "00000000-0000-4000-8000-000000000000"], "not_found"],
    [["run", "show", "00000000-0000-4000-8000-000000000000"], "run_not_found"],
    [["egress", "register", "/nowhere/manifest.json"], "there is no file"],
  ])("a refusal ends with status 1 and its reason on standard error: %j", async (words, reason) => {
    const ended = await svc([...words, "--json"]);
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain(reason);
  });

  test("works where compiled modules cannot be cached, as in a read-only image", async () => {
    const file = join(dataDir, "in-the-way");
    await writeFile(file, "");
    const ended = await svcProcess(["pack", "list", "--json"], { NODE_COMPILE_CACHE: join(file, "cache") });
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
  });

  test("help of a command explains that command, and the version is shown (OPS-26)", async () => {
    const outputOf = async (...words: string[]): Promise<string> => {
      let out = "";
      const status = await run(words, { out: (part) => (out += part), err: (part) => (out += `error: ${part}`) });
      return `${status} ${out}`;
    };
    const set = await outputOf("help", "organization", "set");
    expect(set).toMatch(/^0 Usage: svc organization set /);
    expect(set).toContain("--monthly-run-cap");
    expect(set).toBe(await outputOf("organization", "set", "--help"));
    expect(await outputOf("--version")).toMatch(/^0 \d+\.\d+\.\d+\n$/);
  });

  test("help for what is no command says so before the help, and help says where errors go (OPS-26)", async () => {
    const written = await wrongUsage("help", "nonsense");
    expect(written).toMatch(/^error: there is no command 'nonsense'\n\nUsage: svc /);
    expect(await wrongUsage("help", "nonsense", "create")).toBe(written);
    expect(await wrongUsage("nonsense", "--help")).toBe(written);
    expect(written).toContain("Errors go to standard error as text, with status 1, or 2 for wrong usage.");
  });

  test.each([
    ["stdout", "pack list --json"],
    ["stdout", "help"],
    ["stderr", "pack list --nonsense"],
  ] as const)(
    "a reader that closes %s early changes nothing of how a command ends (OPS-25): svc %s",
    async (unread, line) => {
      const words = line.split(" ");
      const environment = environmentOf({});
      const whole = await runSvcProcess(words, { environment });
      expect(whole[unread]).not.toBe("");
      expect(await runSvcProcess(words, { environment, unread })).toEqual({ ...whole, [unread]: "" });
    },
  );

  test("a typo gets the values that are allowed (OPS-46)", async () => {
    expect(await wrongUsage("audit", "list", "--organization", "none", "--action", "bogus")).toContain(
      "organizations.set",
    );
    expect(await wrongUsage("event", "list", "--organization", nobody, "--type", "zzz")).toContain("dataset.refreshed");
    expect(await wrongUsage("organization", "sett", "--help")).toContain("create, list, show, set");
  });

  test("wrong usage is reported in one clear sentence", async () => {
    const firstLine = async (...words: string[]) => (await wrongUsage(...words)).split("\n")[0];
    expect(await firstLine("organization", "create", "--name", "--json")).toBe(
      "error: option '--name <name>' has no value: '--json' looks like an option (else: --name=--json)",
    );
    expect(await firstLine("key", "list", "--organization", "x")).toBe(
      "error: option '--organization <id>' argument 'x' is invalid. It must be a UUID.",
    );
    expect(await firstLine("key", "list", "--organization", nobody, "--org", "x")).toBe(
      "error: unknown option '--org'",
    );
    expect(await firstLine("key", "list")).toBe("error: required option '--organization <id>' not specified");
    expect(await firstLine("key", "list", "--organization")).toBe(
      "error: option '--organization <id>' argument missing",
    );
    expect(await firstLine("nonsense")).toBe("error: unknown command 'nonsense'");
  });

  test.each([
    [["dataset", "import", "rows", "/nope", "--organization", nobody], "svc: there is no file /nope"],
    [["dataset", "import", "rows", tmpdir(), "--organization", nobody], `svc: ${tmpdir()} is a folder, not a file`],
    [
      ["automation", "create", "--organization", nobody, "--file", tmpdir()],
      `svc: ${tmpdir()} is a folder, not a file`,
    ],
    [["key", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [
      ["engine", "set", "--organization", nobody, "--engine", "x"],
      "svc: No organization with this id exists. (not_found)",
    ],
    [["source", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["engine", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["audit", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["run", "show", nobody], "svc: No run with this id exists. (run_not_found)"],
    [["event", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["automation", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["dataset", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["delivery", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["endpoint", "list", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
    [["delivery", "notices", "--organization", nobody], "svc: No organization with this id exists. (not_found)"],
  ])("a refusal is one sentence: %j", async (words, sentence) => {
    const ended = await svc(words);
    // On a busy machine progress lines come before it.
    const refusal = ended.stderr.replaceAll(/^svc: working .*\n/gm, "").trim();
    expect([ended.status, ended.stdout, refusal]).toEqual([1, "", sentence]);
  });

  test("an unreachable database is a clear failure without a stack trace (OPS-27)", async () => {
    const ended = await svcProcess(["organization", "list"], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/x" });
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(/^svc: the database cannot be reached$/m);
    expect(ended.stderr).not.toContain(" at ");
  });

  test("an unreachable database is the same sentence for migrations (OPS-27)", async () => {
    for (const verb of ["status", "migrate"]) {
      const ended = await svc(["database", verb], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/x" });
      const lines = ended.stderr.split("\n").filter((line) => !/^svc: (reading|applying) /.test(line));
      expect([ended.status, ended.stdout, lines]).toEqual([1, "", ["svc: the database cannot be reached", ""]]);
    }
  });

  test("an invalid variable is named without its value", async () => {
    const ended = await svc(["organization", "list"], { DATABASE_URL: "mysql://secret" });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain("DATABASE_URL");
    expect(ended.stderr).not.toContain("secret");
  });
});

describe("organizations and keys", () => {
  test("settings are named like their options, and none removes a cap (OPS-28)", async () => {
    const secretFile = join(dataDir, "assertion-secret");
    await writeFile(secretFile, `${"s3cret-".repeat(5)}\n`);
    const set = await json(
      "organization",
      "set",
      organizationId,
      "--requests-per-minute",
      "900",
      "--monthly-run-cap",
      "50",
      "--delivery-setup",
      "per_correction",
      "--records-posture",
      "lit",
      "--assertion-secret",
      secretFile,
      "--analyses",
      "on",
      "--max-running",
      "4",
    );
    expect(set).toMatchObject({
      organization_id: organizationId,
      requests_per_minute: 900,
      monthly_run_cap: 50,
      max_running: 4,
      delivery_setup: "per_correction",
      records_posture: "lit",
      assertion_secret: "set",
      analyses: "on",
    });
    const closed = await svc(["organization", "set", organizationId, "--monthly-run-cap", "0"]);
    expect([closed.status, closed.stderr]).toEqual([0, expect.stringContaining("a cap of 0 refuses every run")]);
    const unset = await json(
      "organization",
      "set",
      organizationId,
      "--monthly-run-cap",
      "none",
      "--max-running",
      "none",
      "--assertion-secret",
      "none",
    );
    expect(unset).toMatchObject({ monthly_run_cap: null, max_running: null, assertion_secret: "none", analyses: "on" });
    expect(await json("organization", "show", organizationId)).toMatchObject({ ...unset, environments: ["live"] });
    expect(await json("organization", "list")).toMatchObject({ organizations: [{ organization_id: organizationId }] });
  });

  test("a secret comes from a file or standard input, never from an argument, no message repeats it, and a short one is refused (KEY-43)", async () => {
    const set = ["organization", "set", organizationId, "--json", "--assertion-secret"];
    const environment = environmentOf({});
    const piped32 = "from-standard-input-".repeat(2);
    const piped = await runSvcProcess([...set, "-"], { environment, input: `${piped32}\n` });
    expect([piped.status, JSON.parse(piped.stdout)]).toEqual([0, expect.objectContaining({ assertion_secret: "set" })]);
    expect(await storedSecret()).toBe(piped32);
    const argument = await svc([...set, "s3cret-in-argv"]);
    expect([argument.status, argument.stdout]).toEqual([1, ""]);
    expect(argument.stderr).toContain("--assertion-secret takes a readable file");
    expect(argument.stderr).not.toContain("s3cret-in-argv");
    expect((await runSvc([...set, "-"], { environment, input: "" })).stderr).toContain("the secret is empty");
    const short = await runSvc([...set, "-"], { environment, input: "x".repeat(7) });
    expect([short.status, short.stdout, short.stderr]).toEqual([
      1,
      "",
      "svc: A secret must have at least 8 characters. Make one with: openssl rand -hex 32 (invalid_request)\n",
    ]);
    expect(await storedSecret()).toBe(piped32);
    const brief = await runSvc([...set, "-"], { environment, input: "x".repeat(31) });
    expect(brief.status).toBe(0);
    expect(brief.stderr).toContain("svc: warning: a secret of fewer than 32 characters may be guessed");
  });

  test("an issued key authenticates, is listed by its beginning, and can be revoked (OPS-29, KEY-44)", async () => {
    const issued = await json(
      "key",
      "create",
      "--organization",
      organizationId,
      "--environment",
      "live",
      "--label",
      "portal",
    );
    expect(Object.keys(issued).toSorted()).toEqual(["api_key", "environment", "key_id"]);
    expect(await authenticate(deps, text(issued, "api_key"))).toMatchObject({ organizationId });
    const listed = await svc(["key", "list", "--organization", organizationId]);
    expect(listed.stdout).toContain(text(issued, "key_id"));
    expect(listed.stdout).not.toContain(text(issued, "api_key"));
    const { keys } = await json("key", "list", "--organization", organizationId);
    const [newest]: { key_prefix?: unknown }[] = Array.isArray(keys) ? keys : [];
    const shown = newest?.key_prefix;
    expect(shown).toBe(text(issued, "api_key").slice(0, "svc_live_".length + 8));
    await expect(authenticate(deps, String(shown))).rejects.toMatchObject({ code: "unauthorized" });
    expect(await json("key", "revoke", text(issued, "key_id"))).toMatchObject({ key_id: issued["key_id"] });
  });

  test("a scoped key takes several engines and capabilities, including former names", async () => {
    const { api_key } = await json("key", "create", "--organization", organizationId, "--environment", "live");
    const caller = await authenticate(deps, String(api_key));
    if (caller.kind !== "organization_key") throw new Error("an organization key is an organization caller");
    for (const slug of ["first", "second"]) {
      await createEngine(deps, caller, { slug, label: slug, description: "", engineType: "comparison" });
    }
    const issued = await json(
      "scoped-key",
      "create",
      "--organization",
      organizationId,
      "--environment",
      "live",
      "--engine",
      "first",
      "--engine",
      "second",
      "--capability",
      "runs:write",
      "--capability",
      "book:read",
    );
    const scoped = await authenticate(deps, text(issued, "api_key"));
    expect(scoped.kind === "scoped_key" && [scoped.engineIds.size, [...scoped.capabilities]]).toEqual([
      2,
      ["runs:write", "records:read"],
    ]);
    expect(await json("scoped-key", "list", "--organization", organizationId)).toMatchObject({
      keys: [{ engines: ["first", "second"], key_prefix: `svcsk_v1_${text(issued, "key_id")}` }],
    });
    await json("scoped-key", "revoke", text(issued, "key_id"));
    await expect(authenticate(deps, text(issued, "api_key"))).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("engines, manifests, packs and the queue", () => {
  test("the pin policy and the gate of an engine are set, and an invalid gate file changes nothing (OPS-30)", async () => {
    const of = ["engine", "set", "--organization", organizationId, "--engine", "first"];
    expect(await json(...of, "--pin-policy", "exact_required")).toMatchObject({
      slug: "first",
      pin_policy: "exact_required",
      withdrawn_versions: [],
      gate: null,
    });
    const file = join(dataDir, "gate.json");
    await writeFile(file, JSON.stringify({ min_cases: 4 }));
    expect(await json(...of, "--gate", file)).toMatchObject({ gate: { min_cases: 4 } });
    await writeFile(file, JSON.stringify({ min_cases: 1 }));
    const ended = await svc([...of, "--gate", file, "--pin-policy", "latest_allowed"]);
    expect(ended.status).toBe(1);
    expect(await json(...of)).toMatchObject({ pin_policy: "exact_required", gate: { min_cases: 4 } });
  });

  test("a manifest is registered under its file's name, with the hash that configurations refer to (MODEL-1)", async () => {
    const file = join(dataDir, "headlines.json");
    await writeFile(
      file,
      JSON.stringify({
        schema_version: 1,
        destinations: ["openai_compatible"],
        rules: [{ engine_type: "comparison", path: "headline", transform: "mask" }],
      }),
    );
    const registered = await json("egress", "register", file);
    expect(registered).toMatchObject({
      manifests: [{ name: "headlines", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(await json("egress", "register", file)).toEqual(registered);
    const listed = await json("egress", "list");
    expect(JSON.stringify(listed)).toContain(JSON.stringify(registered).slice(15, 100));
    expect(JSON.stringify(listed)).toContain('"name":"empty"');
  });

  test("packs, the queue, deliveries and migrations answer one object each (OPS-25, OPS-191)", async () => {
    expect(await json("pack", "list")).toMatchObject({ packs: [{ pack_key: "us_commercial_core", pack_version: 1 }] });
    // A process ends only when what it opened is closed.
    expect((await svcProcess(["queue", "status"])).status).toBe(0);
    expect(await json("queue", "status")).toMatchObject({
      queue_reachable: true,
      types: [],
      unexpanded_events: 0,
      jobs: [],
      conversations: {
        turns: { waiting: 0, running: 0, oldest_wait_seconds: null },
        evaluations: { waiting: 0, running: 0 },
        files: { waiting: 0, unscanned: 0 },
      },
    });
    expect(await json("delivery", "list", "--organization", organizationId, "--state", "dead_letter")).toEqual({
      deliveries: [],
    });
    expect(await json("delivery", "list", "--state", "dead_letter")).toEqual({ deliveries: [] });
    expect(await json("delivery", "notices", "--open")).toEqual({ notices: [] });
    expect(await json("endpoint", "list")).toEqual({ endpoints: [] });
    expect(await json("database", "migrate")).toEqual({ applied: [] });
    expect(await json("database", "status")).toMatchObject({ pending: [], failed: [] });
  });

  test("without DATABASE_URL and without a running stack the command asks for one", async () => {
    const environment = { DATABASE_URL: "", DATA_DIR: join(dataDir, "empty") };
    expect(await svc(["organization", "list"], environment)).toMatchObject({
      status: 1,
      stderr: "svc: no database: set DATABASE_URL\n",
    });
  });
});
