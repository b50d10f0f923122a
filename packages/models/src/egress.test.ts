import { describe, expect, test } from "@jest/globals";
import {
  allowsDestination,
  applyManifest,
  builtInManifests,
  findManifest,
  manifestHash,
  readManifest,
  sendsAnything,
  validateManifest,
} from "./egress.ts";
import type { EgressManifest, EngineEgressRule } from "./egress-manifest.ts";

const manifest = (...rules: Omit<EngineEgressRule, "engine_type">[]): EgressManifest => ({
  schema_version: 1,
  destinations: [],
  rules: rules.map((rule) => ({ engine_type: "comparison", ...rule })),
});
const context = {
  subject: { key: "s1-blue-harbor", label: "Blue Harbor Cafe" },
  summary: { premium: 8886, best: "q1", nested: { on: "2026-07-10", flag: true } },
  findings: [
    {
      title: "Blue Harbor Cafe has no cyber",
      detail: "Call 206-555-0142 or ann@example.com about policy s1-blue-harbor by 2026-07-10, 1,000,000 wanted",
    },
    { title: "Second", detail: null },
  ],
  secret: { fein: "00-1234567" },
};

describe("default deny", () => {
  test("the empty manifest lets nothing out (MODEL-3)", () => {
    expect(applyManifest(builtInManifests.empty.manifest, "comparison", context)).toEqual({});
    expect(sendsAnything(builtInManifests.empty.manifest)).toBe(false);
  });

  test("only listed paths of the very engine type leave", () => {
    const only = manifest({ path: "summary.premium", transform: "pass" });
    expect(applyManifest(only, "comparison", context)).toEqual({ summary: { premium: 8886 } });
    expect(applyManifest(only, "matching", context)).toEqual({});
    expect(sendsAnything(only, "comparison")).toBe(true);
    expect(sendsAnything(only, "matching")).toBe(false);
  });

  test("a path to an object covers what lies under it, and the more specific rule wins", () => {
    const rules = manifest({ path: "summary", transform: "pass" }, { path: "summary.nested", transform: "drop" });
    expect(applyManifest(rules, "comparison", context)).toEqual({ summary: { premium: 8886, best: "q1" } });
  });
});

describe("transforms", () => {
  const one = (transform: EngineEgressRule["transform"], path: string, more: { max_chars?: number } = {}) =>
    applyManifest(manifest({ path, transform, ...more }), "comparison", context);

  test("pass hands values through, texts cut to max_chars", () => {
    expect(one("pass", "findings[].title", { max_chars: 4 })).toEqual({
      findings: [{ title: "Blue" }, { title: "Seco" }],
    });
  });

  test("mask hides names, keys, addresses and long numbers in texts, and keeps amounts and dates", () => {
    expect(one("mask", "findings[].title")).toEqual({
      findings: [{ title: "[name] has no cyber" }, { title: "Second" }],
    });
    expect(one("mask", "findings[].detail")).toEqual({
      findings: [
        { detail: "Call [number] or [email] about policy [name] by 2026-07-10, 1,000,000 wanted" },
        { detail: null },
      ],
    });
    expect(one("mask", "summary.premium")).toEqual({ summary: { premium: null } });
  });

  test("mask also hides the names it is given", () => {
    const sent = applyManifest(manifest({ path: "findings[].title", transform: "mask" }), "comparison", context, {
      identities: ["cyber"],
    });
    expect(sent).toEqual({ findings: [{ title: "[name] has no [name]" }, { title: "Second" }] });
  });

  test("hash sends a stable pseudonym that depends on the salt", () => {
    const rules = manifest({ path: "secret.fein", transform: "hash" });
    const plain = JSON.stringify(applyManifest(rules, "comparison", context));
    expect(plain).toMatch(/^\{"secret":\{"fein":"[0-9a-f]{16}"\}\}$/);
    expect(JSON.stringify(applyManifest(rules, "comparison", context))).toBe(plain);
    expect(JSON.stringify(applyManifest(rules, "comparison", context, { salt: "other" }))).not.toBe(plain);
  });

  test("bucket sends a band of a number, the month of a date and nothing else", () => {
    expect(one("bucket", "summary")).toEqual({
      summary: { premium: "5000..10000", best: null, nested: { on: "2026-07", flag: null } },
    });
    const bands = (n: number) => applyManifest(manifest({ path: "n", transform: "bucket" }), "comparison", { n }).n;
    expect([0, 1, 1.9, 2, 5, 9.99, 10, -42, 0.03].map(bands)).toEqual([
      "0",
      "1..2",
      "1..2",
      "2..5",
      "5..10",
      "5..10",
      "10..20",
      "-(20..50)",
      "0.02..0.05",
    ]);
  });

  test("drop sends nothing", () => {
    expect(one("drop", "summary")).toEqual({});
    expect(one("drop", "findings")).toEqual({});
  });
});

describe("registration", () => {
  test("a manifest is identified by the hash of its canonical form (MODEL-1)", () => {
    const own = manifest({ path: "headline", transform: "pass" });
    const hash = manifestHash(own);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(findManifest(hash)).toBeUndefined();
    expect(findManifest(hash, new Map([[hash, own]]))).toBe(own);
    expect(findManifest(builtInManifests.findings_only.sha256)).toBe(builtInManifests.findings_only.manifest);
    expect(new Set(Object.values(builtInManifests).map((builtIn) => builtIn.sha256)).size).toBe(4);
  });

  test("the hash of the empty manifest is fixed, because presets name it", () => {
    expect(builtInManifests.empty.sha256).toBe(manifestHash({ schema_version: 1, destinations: [], rules: [] }));
    expect(builtInManifests.empty.sha256).toBe("b91ae3bd40342f708ea3bfe42c6987f7d4fd6286113a118ee72b7668065467cd");
  });

  test("reads a manifest an operator wrote, and hashes it as written", () => {
    const written = {
      schema_version: 1,
      destinations: ["house-model"],
      rules: [{ engine_type: "triage", path: "queue[].because", transform: "mask", max_chars: 100 }],
    };
    const read = readManifest(written);
    expect(read).toEqual({ kind: "manifest", manifest: written });
    expect(validateManifest(written)).toEqual([]);
  });

  test("lists the problems of one", () => {
    const issues = validateManifest({
      schema_version: 2,
      destinations: "x",
      rules: [{ engine_type: "none", path: "a..b", transform: "send", max_chars: 0, extra: 1 }],
      other: true,
    });
    expect(issues.map((issue) => issue.path).sort()).toEqual([
      "/destinations",
      "/other",
      "/rules/0/engine_type",
      "/rules/0/extra",
      "/rules/0/max_chars",
      "/rules/0/path",
      "/rules/0/transform",
      "/schema_version",
    ]);
  });

  test("destinations restrict the providers when there are any (MODEL-4)", () => {
    expect(allowsDestination(builtInManifests.findings_only.manifest, "any")).toBe(true);
    expect(allowsDestination({ schema_version: 1, destinations: ["a"], rules: [] }, "b")).toBe(false);
  });
});
