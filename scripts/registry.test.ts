import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileSchema, diffSchemas, type JsonObject } from "@service/json";

const root = join(import.meta.dirname, "..");
const site = join(root, "docs/site");
const folder = "docs/site/contracts/supported-versions";

/** The documentation site as a caller downloads from it. */
const server = createServer((request, response) => {
  try {
    response.end(readFileSync(join(site, normalize(`/${request.url ?? ""}`))));
  } catch {
    response.writeHead(404).end();
  }
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address !== null && typeof address === "object") base = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Reference = { path: string; sha256: string };
type Entry = {
  runtime_engine_type: string;
  config_version_hash: string;
  released_at: string;
  changelog: string;
  request_schema: Reference;
  response_schema: Reference;
  fixtures: Reference;
};

async function download(path: string): Promise<Buffer> {
  const response = await fetch(base + path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** REG-1: the hash over the exact bytes equals the one that refers to the file and the one in its name. */
async function verified(reference: Reference): Promise<string> {
  const bytes = await download(reference.path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(sha256).toBe(reference.sha256);
  expect(reference.path).toContain(`sha256-${sha256}.json`);
  return bytes.toString("utf8");
}

/** Published bytes as JSON; their shape is what the tests look at. */
function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("not an object");
  return Object.fromEntries(Object.entries(value));
}

async function entries(): Promise<{ version: string; entry: Entry }[]> {
  const index: (Reference & { engine_kind: string; version: string })[] = JSON.parse(
    (await download("/contracts/supported-versions/index.json")).toString("utf8"),
  );
  expect(index.map(({ engine_kind: kind, version }) => `${kind} ${version}`)).toEqual(
    ["1.0", "1.1", "1.3", "2.0"].map((version) => `generic_fixture_engine ${version}`),
  );
  return Promise.all(
    index.map(async (listed) => {
      const entry: Entry = JSON.parse(await verified(listed));
      return { version: listed.version, entry };
    }),
  );
}

describe("the contract registry (REG-1, REG-2)", () => {
  test("verifies as REG-1 says: index, entries, schemas and fixtures", async () => {
    for (const { entry } of await entries()) {
      expect(entry.runtime_engine_type).toBe("entity_analysis");
      expect(entry.config_version_hash).toMatch(/^[0-9a-f]{64}$/);
      for (const reference of [entry.request_schema, entry.response_schema, entry.fixtures]) await verified(reference);
    }
  });

  test("every fixture satisfies the schemas of its release and shows each terminal state once (REG-3)", async () => {
    for (const { entry } of await entries()) {
      const checkRequest = compileSchema(parsed(await verified(entry.request_schema)));
      const checkResponse = compileSchema(parsed(await verified(entry.response_schema)));
      const fixtures: { cases: { scenario: string; request: JsonObject; run: JsonObject }[] } = JSON.parse(
        await verified(entry.fixtures),
      );
      expect(fixtures.cases.map((one) => one.scenario)).toEqual(["completed", "degraded", "failed"]);
      for (const { scenario, request, run } of fixtures.cases) {
        expect(checkRequest(request)).toEqual([]);
        expect(run["status"]).toBe(scenario);
        const output = run["output"];
        if (output !== undefined) expect(checkResponse({ output })).toEqual([]);
      }
    }
  });

  test("a change of major version is a breaking schema change and a minor one is not (REG-4)", async () => {
    const all = await entries();
    for (const [position, { version, entry }] of all.entries()) {
      const before = all[position - 1];
      if (!before) continue;
      const changes = [
        ...diffSchemas(
          "request",
          parsed(await verified(before.entry.request_schema)),
          parsed(await verified(entry.request_schema)),
        ),
        ...diffSchemas(
          "response",
          parsed(await verified(before.entry.response_schema)),
          parsed(await verified(entry.response_schema)),
        ),
      ];
      expect(changes.some((change) => change.level === "major")).toBe(version.endsWith(".0"));
      expect(changes.length).toBeGreaterThan(0);
    }
  });

  test("is append-only: every file is named by its bytes, and none that was committed is gone or changed (REG-2)", () => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.includes("sha256-"),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const sha256 = createHash("sha256")
        .update(readFileSync(join(root, folder, name)))
        .digest("hex");
      expect(name).toContain(`sha256-${sha256}.json`);
    }
    const committed = execFileSync("git", ["ls-tree", "-r", "--name-only", "HEAD", folder], {
      cwd: root,
      encoding: "utf8",
    });
    const present = new Set(files.map((name) => join(folder, name)));
    for (const path of committed.split("\n").filter((name) => name.includes("sha256-")))
      expect(present).toContain(path);
  });
});
