/**
 * Publishes the contract registry under the documentation site (REG-1, REG-6): content-addressed
 * files, append-only. A file that exists is never written again; a release that is listed is never changed: when what
 * would be published differs from what is, this stops and lists the differences. `npm run registry` after adding a release.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalJson, compileSchema, sha256Hex, type Json, type JsonObject } from "@service/json";
import { configHash } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import * as z from "zod";
import { fixtureEngineKind, fixtureReleases, type FixtureRelease } from "./registry/generic-fixture-engine.ts";

const site = join(import.meta.dirname, "../docs/site");
const prefix = "/contracts/supported-versions";
/** Read from the draft at request time and therefore no part of what a hash names (TYPE-90). */
const operationalKeys = ["expose_warnings", "notify_on_supersede", "quotas", "evaluation"];

const IndexEntry = z.strictObject({
  engine_kind: z.string(),
  version: z.string(),
  path: z.string(),
  sha256: z.string(),
});

const type = findEngineType("entity_analysis");

const indexPath = join(site, prefix, "index.json");
const index = z.array(IndexEntry).parse(JSON.parse(await readFile(indexPath, "utf8").catch(() => "[]")));
for (const release of fixtureReleases) {
  const listed = index.find((entry) => entry.engine_kind === fixtureEngineKind && entry.version === release.version);
  if (listed) {
    process.stdout.write(`${release.version} is published already\n`);
    continue;
  }
  const entry = await publish(release);
  index.push({ engine_kind: fixtureEngineKind, version: release.version, ...entry });
  process.stdout.write(`${release.version} published as ${entry.sha256}\n`);
}
await mkdir(dirname(indexPath), { recursive: true });
await writeFile(indexPath, text(index));

async function publish(release: FixtureRelease): Promise<{ path: string; sha256: string }> {
  const effective = Object.fromEntries(
    Object.entries(release.effective).filter(([name]) => !operationalKeys.includes(name)),
  );
  const responseSchema = type.responseSchema(effective);
  const requestSchema = await write("schemas", text(type.requestSchema(effective)));
  const response = await write("schemas", text(responseSchema));
  const fixtures = await write("fixtures", text(fixturesOf(release, effective, responseSchema)));
  // Not listed in the contract: what this service runs the release from. The name is the configuration hash itself.
  await write("configurations", canonicalJson(effective));
  return write(
    "entries",
    text({
      runtime_engine_type: type.name,
      config_version_hash: configHash(effective),
      released_at: release.releasedAt,
      changelog: release.changelog,
      request_schema: requestSchema,
      response_schema: response,
      fixtures,
    }),
  );
}

function fixturesOf(release: FixtureRelease, effective: JsonObject, responseSchema: JsonObject): JsonObject {
  const compiled = type.compile(effective);
  const checkOutput = compileSchema(responseSchema);
  return {
    schema_version: 1,
    cases: release.cases.map(({ name, scenario, input }) => {
      const issues = compiled.validateInput(input);
      if (issues.length > 0) throw new Error(`${release.version} ${name}: ${JSON.stringify(issues)}`);
      const result = compiled.run({
        input,
        offerings: undefined,
        runId: "00000000-0000-4000-8000-000000000000",
        createdAt: release.releasedAt,
        datasets: new Map(),
        onStage: () => undefined,
      });
      if (result.status !== scenario)
        throw new Error(`${release.version} ${name} ends ${result.status}, not ${scenario}`);
      if (result.status === "failed") {
        const details = { type: "pipeline_error", code: result.code, stage: result.stage };
        return {
          name,
          scenario,
          request: { input },
          run: { status: result.status, error: result.error, error_details: details },
        };
      }
      const problems = checkOutput({ output: result.output });
      if (problems.length > 0) throw new Error(`${release.version} ${name}: ${JSON.stringify(problems)}`);
      return { name, scenario, request: { input }, run: { status: result.status, output: result.output } };
    }),
  };
}

/** Writes a content-addressed file once; its path as published and its hash. */
async function write(folder: string, content: string): Promise<{ path: string; sha256: string }> {
  const sha256 = sha256Hex(content);
  const path = `${prefix}/${folder}/sha256-${sha256}.json`;
  const file = join(site, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { flag: "wx" }).catch((error: unknown) => {
    // The same bytes are there already.
    if (!(Error.isError(error) && "code" in error && error.code === "EEXIST")) throw error;
  });
  return { path, sha256 };
}

function text(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
