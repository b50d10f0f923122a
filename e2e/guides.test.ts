import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { inlineShowCases } from "@service/sample-data";
import { type ModelVendor, startModelVendor, testOperator } from "@service/testing";
import { type Stack, startStack } from "../scripts/stack.ts";

// The guides on a first run, conversations, evaluations and rights: every command as it stands, by a shell, one guide after the other,
// against the processes as they are started.

const root = resolve(import.meta.dirname, "..");

let deps: TestDeps;
let folder: string;
let stack: Stack;
let vendor: ModelVendor;
let environment: Record<string, string>;

beforeAll(async () => {
  deps = await openTestDeps();
  folder = await mkdtemp(join(tmpdir(), "guides-"));
  vendor = await startModelVendor("openai_compatible");
  vendor.answer({ texts: ["Renewal quotes are requested ", "90 days before the policy expires [1]."] });
  stack = await startStack({
    dataDir: join(folder, "data"),
    persistent: false,
    databaseUrl: deps.databaseUrl,
    environment: { LOG_LEVEL: "error", SECRETS_KEY: deps.secretsKey },
  });
  const { id: organizationId } = await createOrganization(deps, testOperator, { name: "My agency" });
  const { apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "live" });
  environment = {
    API: `${stack.apiUrl}/api/v1`,
    KEY: apiKey,
    ORGANIZATION: organizationId,
    MODEL_URL: vendor.baseUrl,
    DATABASE_URL: deps.databaseUrl,
    DATA_DIR: join(folder, "data"),
    SECRETS_KEY: deps.secretsKey,
    PATH: [join(folder, "bin"), process.env["PATH"] ?? ""].join(delimiter),
  };
  await mkdir(join(folder, "bin"));
  const svc = join(folder, "bin/svc");
  await writeFile(svc, `#!/bin/sh\nexec '${process.execPath}' '${join(root, "apps/operator/src/main.ts")}' "$@"\n`);
  await chmod(svc, 0o755);
});
afterAll(async () => {
  await stack.stop();
  await vendor.stop();
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (guide: string): Promise<string> => readFile(join(root, `docs/site/guides/${guide}.md`), "utf8");
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(?<code>.*?)^\`\`\`$`, "gms"))].map(
    ({ groups }) => groups?.["code"] ?? "",
  );

/** Runs the commands of a guide in one shell. @returns what each of its blocks printed. */
async function follow(guide: string): Promise<string[]> {
  return run(guide, blocks(await read(guide), "sh"));
}

async function run(guide: string, commands: readonly string[]): Promise<string[]> {
  const separator = "==== next block ====";
  const script = ["set -eo pipefail", ...commands].join(`\necho; echo '${separator}'\n`);
  const { promise, resolve: settle, reject } = Promise.withResolvers<string>();
  execFile("bash", ["-c", script], { cwd: folder, env: environment }, (error, stdout, stderr) =>
    error ? reject(new Error(`${guide}:\n${stdout}\n${stderr}`)) : settle(stdout),
  );
  return (await promise).split(`${separator}\n`).slice(1);
}

const lines = (text: string | undefined): string[] => (text ?? "").trim().split("\n");

test("every command of the first run does what the guide says, also while the run is still waiting", async () => {
  // As on a user's machine, where `npm run` is what finds `svc`.
  await writeFile(join(folder, "bin/npm"), `#!/bin/sh\nshift 4\nexec '${join(folder, "bin/svc")}' "$@"\n`);
  await chmod(join(folder, "bin/npm"), 0o755);
  const { input } = inlineShowCases().comparison;
  await writeFile(join(folder, "input.json"), JSON.stringify({ input }));
  const [start, address, organization, engine, submit, result, ...more] = blocks(await read("first-run"), "sh");
  expect([start, address, more]).toEqual(["npm start\n", expect.stringContaining("export API="), []]);
  const [made, released, accepted, ended] = await run("first-run", [
    organization ?? "",
    engine ?? "",
    // The only worker stands still until the last step has asked and found nothing.
    `kill -STOP ${stack.pids.worker}\n${(submit ?? "").replace("wait=10", "wait=0")}`,
    `set +e\n(until [ -e asked ] || ! kill -0 $$; do sleep 0.1; done; kill -CONT ${stack.pids.worker}) &\nsleep() { touch asked; command sleep "$@"; }\n${result ?? ""}`,
  ]).finally(() => process.kill(stack.pids.worker, "SIGCONT"));
  expect(made).toContain('"slug":"trial"');
  expect(made).toContain('"kind":"sandbox"');
  expect(released).toContain('"version":"1.0"');
  expect(accepted).toContain('"status":"queued"');
  expect(lines(ended)).toEqual([
    ...lines(ended)
      .slice(0, -1)
      .map(() => "the run is not finished yet"),
    expect.stringMatching(/^completed [|] 1[.]0 [|] .{10,}/),
  ]);
  expect(lines(ended).length).toBeGreaterThan(1);
});

test("TURN-178: every command of the guides on conversations and evaluations does what the guides say", async () => {
  const [, created, , released, submitted, answered, continued, branched] = await follow("conversations");
  expect(created).toContain('"slug":"desk"');
  expect(released).toContain('"version":1');
  expect(submitted).toMatch(
    /event: turn\.started[^]*event: text\.delta[^]*event: citation[^]*event: usage[^]*event: done/,
  );
  expect(submitted).toContain("The claims desk is open from 8 to 18 on weekdays. [1]");
  expect(answered?.trim()).toBe("It is closed on Sunday. [1]");
  expect(continued).not.toContain("id: 1-3\n");
  expect(continued).toMatch(/id: 1-4\n[^]*event: done/);
  expect(lines(branched)).toEqual(["completed", "3"]);

  for (const json of blocks(await read("evaluations"), "json")) {
    const scenario: object = JSON.parse(json);
    const response = await fetch(`${environment["API"] ?? ""}/conversation-instances/desk/eval-scenarios`, {
      method: "POST",
      headers: { authorization: `Bearer ${environment["KEY"] ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ ...scenario, key: "guide" }),
    });
    expect([response.status, await response.text()]).toMatchObject([201, expect.stringContaining('"key":"guide"')]);
  }
  const [job] = await follow("evaluations");
  expect(job).toContain('"version":2');
  expect(job).toContain('"changelog":"4f2c1aa"');
  await expect(follow("evaluations")).rejects.toThrow("instance_version_unchanged");
});

test("TURN-179: every command of the guide on grounding and rights does what the guide says", async () => {
  const printed = await follow("grounding");
  const [book, release, pat, lee, nobody, withheld, model, manifests, saved, left, disabled] = printed;
  expect(printed).toHaveLength(11);
  expect(book).toContain("Records posture              lit");
  expect(release?.trim()).toMatch(/\}1$/);
  expect(lines(pat)).toEqual([expect.stringMatching(/HB1001.* March 1, 2027 \[1\]\.$/), "declined"]);
  expect(lines(lee)).toEqual(["not_found", "declined", expect.stringMatching(/QS1002.* June 1, 2027 \[1\]\.$/)]);
  expect(nobody).toContain('"detail":{"source":"records","reason":"rights"}');
  expect(withheld).toMatch(/text: null[^]*citations: \[\][^]*withheld: true/);
  expect(model).toMatch(/Ok +true[^]*Models +house/);
  expect(manifests).toMatch(/conversation_knowledge +\w{64}[^]*manifest +\w{64}/);
  expect(lines(saved)).toEqual(["2", "2"]);
  const [notice, method, parts, ...usage] = lines(left);
  expect(notice).toContain('"detail":{"source":"records","reason":"egress"}');
  expect([method, parts]).toEqual(["generated", "instructions,knowledge,input"]);
  expect(usage.join("\n")).toMatch(/house +live +[0-9a-f-]{36} +1 +0 +12 +3/);
  expect(lines(disabled).at(-1)).toBe("provider_not_configured");
  const sent = vendor.received.map(({ body }) => body.toString()).join("\n");
  expect(sent).toContain("90 days before a policy expires");
  expect(sent).not.toContain("HB1001");
});
