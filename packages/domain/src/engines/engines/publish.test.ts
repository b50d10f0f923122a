import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import { canonicalHash, isJsonArray, isJsonObject, sha256Hex, type JsonObject, parseJsonObject } from "@service/json";
import { configHash } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { testOperator } from "@service/testing";
import type { Principal } from "../../identity/access/index.ts";
import { listPlatformEvents } from "../../events/events/index.ts";
import { newCaller, openTestDeps, type TestDeps } from "../../testing/index.ts";
import {
  compareReleases,
  compiledEngine,
  createEngine,
  findEngine,
  findRelease,
  listReleases,
  presentPublished,
  presentValidation,
  publish,
  readConfig,
  readRelease,
  removeUnusedConfigurations,
  saveConfig,
  setEngineSettings,
  setStampSecret,
  startGates,
  updateEngine,
  validateConfig,
} from "./index.ts";

let deps: TestDeps;
let gates: ReturnType<typeof startGates>;
let caller: Principal<"organization_key">;
let slug: string;
let engines = 0;

beforeAll(async () => {
  deps = await openTestDeps();
  gates = startGates(deps, { slots: 4 });
  caller = await newCaller(deps);
});
afterAll(async () => {
  await gates.stop(0);
  await deps.close();
});

beforeEach(async () => {
  engines += 1;
  slug = `engine-${engines}`;
  await createEngine(deps, caller, { slug, label: "Engine", description: "", engineType: "entity_analysis" });
});

const draft = async (): Promise<JsonObject> => parseJsonObject((await readConfig(deps, caller, slug)).draft);
const change = async (changes: JsonObject) => saveConfig(deps, caller, slug, { ...(await draft()), ...changes });
const publishOne = async (request: Parameters<typeof publish>[3] = {}) => {
  const { release, created } = await publish(deps, caller, slug, request);
  return presentPublished(release, created);
};
const engine = async () => {
  const found = await findEngine(deps, caller, slug);
  if (!found) throw new Error("the engine exists");
  return found;
};
/** A new required input is a major change of the request schema. */
const requiredInput = { input_contract: { fields: [{ path: "profile.segment", type: "string", required: true }] } };
const optionalInput = { input_contract: { fields: [{ path: "profile.segment", type: "string", required: false }] } };
const withCases = (cases: readonly JsonObject[]) => ({ evaluation: { min_cases: 3, pass_rate: 1, cases } });

function builtInCases(): JsonObject[] {
  return (findEngineType("entity_analysis")?.builtInCases() ?? []).map((one) => parseJsonObject(JSON.stringify(one)));
}

/** The built-in cases, with the first one made to fail. */
function oneFailingCase(): JsonObject[] {
  const [first = {}, ...others] = builtInCases();
  return [{ ...first, expect: [{ path: "/status", op: "eq", value: "never" }] }, ...others];
}

function textOf(fields: JsonObject | undefined, name: string): string {
  const value = fields?.[name];
  if (typeof value !== "string") throw new Error(`${name} is not text`);
  return value;
}

describe("versions", () => {
  test("the first release is 1.0, with hashes of exactly the bytes it stores (ENG-25)", async () => {
    const published = await publishOne({ changelog: "First" });
    expect(published).toMatchObject({ version: "1.0", changelog: "First", created: true });
    const release = await readRelease(deps, await engine(), "1.0");
    expect(sha256Hex(release.requestSchema)).toBe(published.request_schema_sha256);
    expect(sha256Hex(release.responseSchema)).toBe(published.response_schema_sha256);
    expect(parseJsonObject(release.config)).toEqual(await draft());
    expect(release.releasedBy).toBe(caller.id);
    expect(parseJsonObject(release.gate)).toMatchObject({ gate: "passed" });
  });

  test("two releases compare as publishing did: the changes, and the number that they ask for (CON-67)", async () => {
    await publishOne();
    await change(optionalInput);
    await publishOne();
    expect(await compareReleases(deps, caller, slug, { base: "1.0", head: "1.1" })).toMatchObject({
      schemaChanges: [{ schema: "request", rule: "property_added_optional", level: "minor" }],
      computedVersion: "1.1",
    });
    await change(requiredInput);
    const { headConfig, ...draft } = await compareReleases(deps, caller, slug, { base: "1.1", head: "draft" });
    expect(draft.computedVersion).toBe("2.0");
    expect(draft.schemaChanges.map(({ level }) => level)).toContain("major");
    expect(headConfig).toMatchObject(requiredInput);
  });

  test("publishing an unchanged configuration answers the existing release (TYPE-117)", async () => {
    const first = await publishOne({ changelog: "First" });
    expect(await publishOne({ changelog: "Again" })).toEqual({ ...first, created: false });
    expect(await publishOne({ changelog: "Again", version: "1.0" })).toEqual({ ...first, created: false });
  });

  test("publishing an unchanged configuration as another version than it has is a mismatch", async () => {
    await publishOne();
    for (const requested of ["1.1", "2.0", "7.3"]) {
      await expect(publishOne({ version: requested })).rejects.toMatchObject({
        code: "engine_version_publish_mismatch",
        status: 409,
        details: { requested, computed: "1.0" },
      });
    }
  });

  test("changing the settings read from the draft makes no new configuration (TYPE-90)", async () => {
    const first = await publishOne();
    await change({ expose_warnings: true, notify_on_supersede: true, quotas: { requests_per_minute: 7 } });
    expect(await publishOne()).toEqual({ ...first, created: false });
    expect(await engine()).toMatchObject({ exposeWarnings: true, notifyOnSupersede: true, requestsPerMinute: 7 });
  });

  test("a changed configuration is published as the next minor (TYPE-115)", async () => {
    await publishOne();
    await change({ analysis_instructions: "Look twice." });
    expect(await publishOne()).toMatchObject({ version: "1.1", created: true });
    await change(optionalInput);
    expect(await publishOne({ version: "1.2" })).toMatchObject({ version: "1.2", created: true });
  });

  test("a breaking schema change is refused as a minor and published when its major is requested (TYPE-116)", async () => {
    await publishOne();
    const cases = builtInCases().map((one) => ({
      ...one,
      input: { ...(isJsonObject(one["input"]) ? one["input"] : {}), profile: { segment: "a" } },
      expect: [],
    }));
    await change({ ...requiredInput, ...withCases(cases) });
    for (const version of [undefined, "1.1"]) {
      await expect(publishOne({ version })).rejects.toMatchObject({
        code: "engine_version_schema_change_requires_major",
        status: 409,
        details: { computed: "2.0", changes: expect.arrayContaining([expect.objectContaining({ schema: "request" })]) },
      });
    }
    await expect(publishOne({ version: "1.7" })).rejects.toMatchObject({
      code: "engine_version_publish_mismatch",
      details: { requested: "1.7", computed: "2.0" },
    });
    expect(await publishOne({ version: "2.0" })).toMatchObject({ version: "2.0", created: true });
    expect((await engine()).latest).toMatchObject([
      { major: 2, minor: 0, servable: true },
      { major: 1, minor: 0, servable: true },
    ]);
  });

  test("a number that is not the computed one is a mismatch (TYPE-116)", async () => {
    await expect(publishOne({ version: "3.0" })).rejects.toMatchObject({
      code: "engine_version_publish_mismatch",
      status: 409,
      details: { requested: "3.0", computed: "1.0" },
    });
  });

  test("going back to an earlier configuration is a new release (ENG-36)", async () => {
    const before = await draft();
    const first = await publishOne();
    await change({ analysis_instructions: "Look twice." });
    await publishOne();
    await saveConfig(deps, caller, slug, before);
    expect(await publishOne()).toMatchObject({
      version: "1.2",
      engine_config_version_hash: first.engine_config_version_hash,
      created: true,
    });
  });
});

describe("at the same time", () => {
  test("many publishes of one draft make one release (TYPE-118)", async () => {
    const published = await Promise.all(Array.from({ length: 4 }, () => publishOne()));
    expect(published.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(published.map(({ version }) => version))).toEqual(new Set(["1.0"]));
    expect(await listReleases(deps, await engine())).toHaveLength(1);
  });

  test("a draft that is saved while its gate runs is not released (TYPE-118)", async () => {
    // Saves repeat until the publish has answered, so one of them falls between its read and its write.
    const publishing = publishOne().then(
      () => "published",
      (error: unknown) => (error instanceof ServiceError ? error.code : "another error"),
    );
    let outcome: string | undefined;
    void publishing.then((code) => (outcome = code));
    for (let saves = 0; outcome === undefined; saves += 1)
      await change({ analysis_instructions: `Look again ${saves}.` });
    expect(outcome).toBe("engine_config_changed");
    expect(await listReleases(deps, await engine())).toEqual([]);
  });
});

describe("checks before publishing", () => {
  test("an archived engine is refused before anything else (GATE-24)", async () => {
    await updateEngine(deps, caller, slug, { status: "archived" });
    await expect(publishOne()).rejects.toMatchObject({ code: "engine_archived", status: 403 });
  });

  test("a draft that is no longer valid is an invalid engine configuration (GATE-24)", async () => {
    await deps.db.pool.query("update engines set draft = $2 where slug = $1", [
      slug,
      JSON.stringify({ ...(await draft()), surprise: true }),
    ]);
    await expect(publishOne()).rejects.toMatchObject({ code: "invalid_engine_config", status: 422 });
  });

  test("a draft with a signed source that has no secret is refused by every check, and published once it has one", async () => {
    const portal = { key: "portal", required: true, max_age_hours: 1, verify: "hmac" };
    const config = { ...(await draft()), submission_sources: [{ ...portal, key: "crm", verify: "none" }, portal] };
    const issue = { path: "/submission_sources/1", message: expect.stringContaining("no secret") };
    await expect(saveConfig(deps, caller, slug, config)).rejects.toMatchObject({
      code: "validation_error",
      details: [issue],
    });
    expect(await validateConfig(deps, caller, slug, config)).toEqual({ issues: [issue], outcome: null });
    // Simulates a draft saved before this check existed.
    await deps.db.pool.query("update engines set draft = $2 where slug = $1", [slug, JSON.stringify(config)]);
    await expect(publishOne()).rejects.toMatchObject({ code: "invalid_engine_config", details: [issue] });
    await setStampSecret(deps, testOperator, {
      organizationId: caller.organizationId,
      slug,
      sourceKey: "portal",
      secret: "s".repeat(32),
    });
    await saveConfig(deps, caller, slug, config);
    expect(await publishOne()).toMatchObject({ version: "1.0", created: true });
  });

  test("a configuration nested too deep is refused when it is saved, validated and published (TYPE-85)", async () => {
    const nested: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const deep = { ...(await draft()), surprise: nested };
    const issue = { path: `/surprise${"/0".repeat(63)}`, message: "is nested more than 64 levels deep" };
    await expect(saveConfig(deps, caller, slug, deep)).rejects.toMatchObject({
      code: "validation_error",
      details: [issue],
    });
    expect(await validateConfig(deps, caller, slug, deep)).toEqual({ issues: [issue], outcome: null });
    // A draft saved before the bound existed. Assembled by hand, because JSON.stringify would recurse into it.
    const text = JSON.stringify({ ...(await draft()), surprise: 0 }).replace(
      '"surprise":0',
      `"surprise":${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    );
    await deps.db.pool.query("update engines set draft = $2 where slug = $1", [slug, text]);
    expect(await validateConfig(deps, caller, slug, undefined)).toEqual({ issues: [issue], outcome: null });
    await expect(publishOne()).rejects.toMatchObject({ code: "invalid_engine_config", details: [issue] });
  });

  test("a stored configuration whose bytes were changed fails its integrity check (ENG-32)", async () => {
    const { draftConfigHash } = await engine();
    await change({ analysis_instructions: "A configuration of this test alone." });
    const tampered = (await engine()).draftConfigHash;
    expect(tampered).not.toBe(draftConfigHash);
    await deps.db.pool.query("update engine_configurations set effective = effective || ' ' where hash = $1", [
      tampered,
    ]);
    await expect(publishOne()).rejects.toMatchObject({ code: "engine_config_hash_inconsistent", status: 500 });
    await expect(compiledEngine(deps, tampered)).rejects.toMatchObject({ code: "engine_config_hash_inconsistent" });
    await deps.db.pool.query("delete from engine_configurations where hash = $1", [tampered]);
    await expect(publishOne()).rejects.toMatchObject({ code: "engine_config_hash_unavailable", status: 503 });
    // Saving the draft again repairs it; the failure was not cached.
    await change({});
    expect((await compiledEngine(deps, tampered)).type.name).toBe("entity_analysis");
  });
});

describe("gates", () => {
  test("too few cases do not meet the gate (GATE-23)", async () => {
    await change(withCases(builtInCases().slice(0, 2)));
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_not_met",
      status: 422,
      details: { gate: "cold_start_gate_not_met", required: { cases: 3 }, actual: { cases: 2 } },
    });
  });

  test("a failing case is reported with its key, assertion and actual value", async () => {
    await change(withCases(oneFailingCase()));
    await expect(publishOne()).rejects.toMatchObject({
      code: "cold_start_gate_failed",
      status: 422,
      details: { failing: [{ assertion: { path: "/status", op: "eq", value: "never" } }] },
    });
  });

  test("a case that passed for the latest release must not fail now, unless it is accepted by name", async () => {
    const cases = builtInCases().map((one) => ({ ...one, expect: [{ path: "/output/summary", op: "exists" }] }));
    const [first] = cases;
    const caseKey = textOf(first, "case_key");
    const strict = [
      { ...first, expect: [{ path: "/output/dimensions/documentation", op: "exists" }] },
      ...cases.slice(1),
    ];
    await change(withCases(strict));
    await publishOne();
    const dimensions = (await draft())["analysis_dimensions"];
    const without = isJsonArray(dimensions)
      ? dimensions.map((one) =>
          isJsonObject(one) && one["key"] === "documentation" ? { ...one, enabled: false } : one,
        )
      : [];
    await change({ analysis_dimensions: without });
    await expect(publishOne({ version: "2.0" })).rejects.toMatchObject({
      code: "cold_start_gate_regressed",
      details: { failing: [{ case_key: caseKey }] },
    });
    const acceptRegressions = [{ caseKey, reason: "Documentation is another team's." }];
    expect(await publishOne({ version: "2.0", acceptRegressions })).toMatchObject({ version: "2.0", created: true });
    const release = await readRelease(deps, await engine(), "2.0");
    const accepted = [{ case_key: caseKey, reason: "Documentation is another team's." }];
    expect(parseJsonObject(release.gate)["accepted_regressions"]).toEqual(accepted);

    // The release records that the case fails: for the next one it is not a regression, but must be accepted again.
    await change({ analysis_instructions: "Look twice." });
    await expect(publishOne()).rejects.toMatchObject({ code: "cold_start_gate_failed" });
    const unasked = { caseKey: "nobody", reason: "No case has this name." };
    expect(await publishOne({ acceptRegressions: [unasked, ...acceptRegressions] })).toMatchObject({ version: "2.1" });
    const next = await readRelease(deps, await engine(), "2.1");
    expect(parseJsonObject(next.gate)["accepted_regressions"]).toEqual(accepted);
  });

  test("a new failing case is not a regression: accepting it by name does not publish it", async () => {
    await publishOne();
    await change({ ...withCases(oneFailingCase()), analysis_instructions: "Look twice." });
    const caseKey = textOf(oneFailingCase()[0], "case_key");
    await expect(publishOne({ acceptRegressions: [{ caseKey, reason: "It is new." }] })).rejects.toMatchObject({
      code: "cold_start_gate_failed",
      details: { failing: [{ case_key: caseKey }], actual: { pass_rate: 0.8 } },
    });
  });

  test("the operator's gate overrides the draft's (ENG-37, GATE-7)", async () => {
    await change(withCases(oneFailingCase()));
    const gate = JSON.stringify({ cases: builtInCases() });
    expect(await setEngineSettings(deps, testOperator, caller.organizationId, slug, { gate })).toMatchObject({ gate });
    expect(await publishOne()).toMatchObject({ version: "1.0" });
    const deep = `{"cases": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    for (const broken of ["{", "[]", '{"cases": 7}', '{"surprise": 1}', deep]) {
      await expect(
        setEngineSettings(deps, testOperator, caller.organizationId, slug, { gate: broken }),
      ).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
  });
});

describe("validating", () => {
  const validate = async (config?: JsonObject) => presentValidation(await validateConfig(deps, caller, slug, config));

  test("reports what publishing the saved draft would do, and stores nothing (GATE-25)", async () => {
    expect(await validate()).toMatchObject({
      valid: true,
      issues: [],
      computed_version: "1.0",
      schema_changes: [],
      gate: { gate: "passed" },
    });
    expect(await listReleases(deps, await engine())).toEqual([]);
  });

  test("checks an unsaved configuration and reports its schema changes (GATE-25)", async () => {
    await publishOne();
    const before = await readConfig(deps, caller, slug);
    const answer = await validate({ ...(await draft()), ...requiredInput });
    expect(answer).toMatchObject({ valid: true, computed_version: "2.0" });
    expect(answer.schema_changes.some(({ level, schema }) => level === "major" && schema === "request")).toBe(true);
    expect(await readConfig(deps, caller, slug)).toEqual(before);
  });

  test("an invalid configuration has issues and no version (GATE-25)", async () => {
    expect(await validate({})).toMatchObject({ valid: false, computed_version: null, schema_changes: [], gate: null });
  });
});

describe("reading for calls", () => {
  test("concurrent lookups all get their engine, and unknown engines are null", async () => {
    await publishOne();
    const loaded = await Promise.all([
      ...Array.from({ length: 50 }, () => findEngine(deps, caller, slug)),
      findEngine(deps, caller, "no-such-engine"),
      findEngine(deps, { organizationId: "00000000-0000-4000-8000-000000000000" }, slug),
    ]);
    expect(loaded.slice(0, 50).every((found) => found?.slug === slug)).toBe(true);
    expect(loaded.slice(50)).toEqual([null, null]);
  });

  test("an engine carries the newest release of each major; older ones are found by their number", async () => {
    await publishOne();
    await change({ analysis_instructions: "Look twice." });
    await publishOne();
    const { id, latest } = await engine();
    expect(latest.map(({ major, minor }) => `${major}.${minor}`)).toEqual(["1.1"]);
    expect(await findRelease(deps, id, 1, 0)).toMatchObject({ major: 1, minor: 0, servable: true });
    expect(await findRelease(deps, id, 1, 2)).toBeNull();
  });

  test("a withdrawn release is not servable, and the pin policy is the operator's (ENG-37, ENG-50)", async () => {
    await publishOne();
    expect(
      await setEngineSettings(deps, testOperator, caller.organizationId, slug, {
        pinPolicy: "exact_required",
        withdraw: "1.0",
      }),
    ).toMatchObject({ pinPolicy: "exact_required", withdrawnVersions: ["1.0"], gate: null });
    expect(await engine()).toMatchObject({ pinPolicy: "exact_required", latest: [{ servable: false }] });
    await expect(
      setEngineSettings(deps, testOperator, caller.organizationId, slug, {
        pinPolicy: "latest_allowed",
        withdraw: "9.9",
      }),
    ).rejects.toMatchObject({ code: "engine_version_not_found" });
    expect((await engine()).pinPolicy).toBe("exact_required");
  });

  test("a configuration is compiled once for all its users", async () => {
    const { draftConfigHash } = await engine();
    const [one, two] = await Promise.all([
      compiledEngine(deps, draftConfigHash),
      compiledEngine(deps, draftConfigHash),
    ]);
    expect(one).toBe(two);
    expect(canonicalHash(one.effective)).toBe(draftConfigHash);
    expect(configHash(one.effective)).toBe(draftConfigHash);
  });
});

test("unreferenced configurations are removed after a day (ENG-20)", async () => {
  await change({ analysis_instructions: "For a moment." });
  const forgotten = (await engine()).draftConfigHash;
  await change({ analysis_instructions: "For good." });
  const kept = (await engine()).draftConfigHash;
  await deps.db.pool.query("update engine_configurations set created_at = now() - interval '25 hours'");
  expect(await removeUnusedConfigurations(deps)).toBeGreaterThan(0);
  const { rows } = await deps.db.pool.query<{ hash: string }>(
    "select hash from engine_configurations where hash = any($1)",
    [[forgotten, kept]],
  );
  expect(rows).toEqual([{ hash: kept }]);
});

describe("the organization's log", () => {
  const eventsOfEngine = async () =>
    (await listPlatformEvents(deps, { organizationId: caller.organizationId, limit: 1_000 }))
      .filter(({ subject }) => subject.kind === "engine" && subject.key === slug)
      .map(({ type, data }) => ({ type, ...data }))
      .toReversed();

  test("records a release and the gate before it in the release's commit (ENG-35)", async () => {
    await publishOne();
    await publishOne();
    const { configHash } = await readRelease(deps, await engine(), "1.0");
    const named = { engine_slug: slug, engine_type: "entity_analysis", config_version_hash: configHash };
    expect(await eventsOfEngine()).toEqual([
      expect.objectContaining({ type: "evaluation.finished", ...named, gate: "passed", failing_cases: [] }),
      { type: "engine.published", ...named, version: "1.0" },
    ]);
  });

  test("records a gate that did not pass, once for the same result (ENG-35)", async () => {
    await change(withCases(oneFailingCase()));
    for (let turn = 0; turn < 2; turn += 1) await expect(publishOne()).rejects.toThrow(ServiceError);
    const [{ case_key: failing } = {}] = builtInCases();
    expect(await eventsOfEngine()).toEqual([
      expect.objectContaining({
        type: "evaluation.finished",
        gate: "cold_start_gate_failed",
        failing_cases: [failing],
      }),
    ]);
  });
});
