import { execFile, spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestBook } from "@service/domain/testing";
import { startTurnWorld, type TurnWorld } from "@service/routes/testing/turn-world";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

// The package as it is published, built into a folder of its own, and its README as readers copy it.

const root = join(import.meta.dirname, "../../..");
let folder = "";
let target = "";
let world: TurnWorld;

beforeAll(async () => {
  folder = await mkdtemp(join(root, "node_modules/.published-"));
  target = join(folder, "node_modules/@service/client");
  const built = spawnSync(process.execPath, [join(root, "scripts/build-package.ts"), "client", target], {
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(built.stderr);
  world = await startTurnWorld({ hasGates: true });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

test("CLIENT-4: what is published has no import of this repository, and is complete for those who resolve it", async () => {
  const packed = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: target, encoding: "utf8" });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(packed.stdout);
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/index.js", "dist/index.d.ts"]),
  );
  expect(
    paths.filter((path) => !/^(?:LICENSE|README[.]md|package[.]json|dist\/[\w/-]+(?:[.]d[.]ts|[.]js))$/.test(path)),
  ).toEqual([]);
  for (const path of paths.filter((path) => path.endsWith(".js") || path.endsWith(".d.ts"))) {
    const text = await readFile(join(target, path), "utf8");
    const imported = [...text.matchAll(/ from "([^"]+)"/g)].map(([, name = ""]) => name);
    const others = imported.filter(
      (name) => !/^(?:[.]\/[\w/-]+[.]js|openapi-fetch|standardwebhooks|eventsource-parser|ai|@ag-ui\/core)$/.test(name),
    );
    expect([path, others]).toEqual([path, []]);
  }
  const { messages, pkg } = await publint({ pkgDir: target, strict: true, pack: "npm" });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

/** This Node, and those of the machine that are old enough to matter. */
const nodes = [process.execPath, "/usr/bin/node"].filter(
  (path) =>
    existsSync(path) &&
    spawnSync(path, ["-p", "Number(process.versions.node.split('.')[0]) >= 20"], { encoding: "utf8" }).stdout.trim() ===
      "true",
);

test("CLIENT-4: the README's ten examples compile against the package and do what they say, on every Node that is here", async () => {
  const readme = await readFile(join(root, "packages/client/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  expect(examples).toHaveLength(10);
  await writeFile(join(folder, "readme.ts"), [...examples, delivery].join("\n"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: "es2023",
    module: "nodenext",
    types: ["node"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["readme.ts"] }));
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  expect([stdout, status]).toEqual(["", 0]);
  const env = await environment();
  for (const node of nodes) {
    await rm(join(folder, "since.txt"), { force: true });
    const { stdout: printed } = await promisify(execFile)(node, [join(folder, "readme.js")], {
      env,
      cwd: folder,
      timeout: 60_000,
    });
    expect(printed).toMatch(/ok|degraded/);
    expect(printed).toMatch(/(?:completed|degraded) 1[.]0/);
    expect(printed).toContain("correct the input:");
    expect(printed).toContain("Blue Harbor Cafe");
    expect(printed).toContain("3 accounts");
    expect(printed).toContain("0 tasks");
    expect(printed.split("The claims desk is open from 8 to 18.").length).toBeGreaterThan(2);
    expect(printed).toContain("received run-7");
    expect(printed).toContain("204 400");
    expect(printed).toContain("1 engines");
  }
});

/** Gives the receiver of the README a delivery, and one that was changed. */
const delivery = `
const { headers: sent, body: bytes } = JSON.parse(process.env["DELIVERY"] ?? "");
const statuses = [bytes, bytes + " "].map(async (body) => {
  return (await receive(new Request("http://localhost/", { method: "POST", headers: sent, body }))).status;
});
console.log((await Promise.all(statuses)).join(" "));
`;

async function environment(): Promise<Record<string, string>> {
  const { api, org, sandbox } = world;
  await org.organization.post("/engines", {
    slug: "profile",
    label: "Profile",
    description: "",
    engine_type: "entity_analysis",
  });
  await org.organization.post("/engines/profile/versions", {});
  const book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  const names = ["Blue Harbor Cafe", "Zeta Marina", "Larkfield Farm"];
  await book.write({ puts: names.map((name, id) => ({ family: "accounts", sourceId: `A${id}`, fields: { name } })) });
  await book.serve();
  await api.workOffRuns();
  const key = randomBytes(24);
  const at = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ id: "e", type: "run.completed", data: { run: { run_id: "run-7" } } });
  const signature = createHmac("sha256", key).update(`e.${at}.${body}`).digest("base64");
  return {
    ENGINE_URL: api.url,
    ENGINE_KEY: org.organization.apiKey ?? "",
    ENGINE_SANDBOX_KEY: sandbox.apiKey ?? "",
    ENGINE_CONVERSATION: (await world.conversation()).id,
    ENGINE_WEBHOOK_SECRET: `whsec_${key.toString("base64")}`,
    DELIVERY: JSON.stringify({
      headers: { "webhook-id": "e", "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` },
      body,
    }),
  };
}
