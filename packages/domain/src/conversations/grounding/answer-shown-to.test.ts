import { describe, expect, test } from "@jest/globals";
import { capabilities } from "@service/contract";
import { fieldPolicyPresets } from "@service/privacy";
import { answerShownTo } from "./answer-shown-to.ts";
import { liveOnlyCapabilities } from "../../identity/access/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { readViewer } from "./viewer-json.ts";
import { type Evidence, joinedEvidence, noEvidence, readEvidence } from "./evidence.ts";
import { narrowerOf } from "./narrower-of.ts";

const { full, service, producer } = fieldPolicyPresets;
const organizationId = "018f3a52-0000-7000-8000-000000000001";
const environmentId = "018f3a52-0000-7000-8000-000000000002";
const engine = "018f3a52-0000-7000-8000-00000000000a";
const otherEngine = "018f3a52-0000-7000-8000-00000000000b";

const bookOf = (changes: Partial<NonNullable<Viewer["book"]>> = {}): NonNullable<Viewer["book"]> => ({
  organizationId,
  posture: "lit",
  enforced: true,
  seatKey: "ana",
  scope: "Own",
  grants: ["seat:ana"],
  policy: full,
  lens: null,
  isAsserted: false,
  actor: "ana",
  principal: "idp|ana",
  ...changes,
});
const ana: Viewer = {
  organizationId,
  environmentId,
  environmentSlug: "live",
  isLive: true,
  keyId: "key",
  isOrganizationKey: false,
  capabilities: ["conversations:use", "records:read", "catalog:documents:read", "runs:read", "graph:read"],
  engines: [engine],
  principal: "idp|ana",
  seatKey: "ana",
  book: bookOf(),
  runs: { policy: full, overBook: { kind: "seat", seatKey: "ana", grants: ["seat:ana"] }, person: "idp|ana" },
};
const whole: Viewer = {
  ...ana,
  isOrganizationKey: true,
  capabilities,
  engines: null,
  principal: null,
  seatKey: null,
  book: bookOf({
    posture: "off",
    enforced: false,
    seatKey: null,
    scope: "All",
    grants: null,
    actor: null,
    principal: null,
  }),
  runs: { policy: full, overBook: { kind: "all" }, person: null },
};
const evidence: Evidence = {
  organizationId,
  capabilities: ["runs:read", "records:read", "graph:read"],
  isLiveOnly: true,
  book: [{ seatKey: "ana", grants: ["seat:ana"], policy: full }],
  runs: [
    {
      environmentId,
      engines: [engine],
      policy: full,
      overBook: { seatKey: "ana", grants: ["seat:ana"], isOfOneSeat: false },
    },
  ],
};
const withBook = (book: Partial<NonNullable<Viewer["book"]>>): Viewer => ({ ...ana, book: bookOf(book) });
const seesAll = { kind: "all" } as const;

describe("who is shown an answer (GROUND-30)", () => {
  test.each<[string, Viewer, Evidence | null, boolean]>([
    ["anybody, where nothing was read", { ...ana, capabilities: [], engines: [], book: null }, null, true],
    [
      "anybody of the organization, where nothing needed a right",
      { ...ana, book: null },
      noEvidence(organizationId),
      true,
    ],
    ["nobody of another organization", { ...ana, organizationId: environmentId }, noEvidence(organizationId), false],
    ["the one who asked", ana, evidence, true],
    ["an organization key under posture off", whole, evidence, true],
    ["not without records:read", without("records:read"), evidence, false],
    ["not without runs:read", without("runs:read"), evidence, false],
    ["not without graph:read", without("graph:read"), evidence, false],
    ["without a capability that was not used", without("catalog:documents:read"), evidence, true],
    ["not without an engine", { ...ana, engines: [otherEngine] }, evidence, false],
    ["not without any engine", { ...ana, engines: [] }, evidence, false],
    ["with more engines", { ...ana, engines: [otherEngine, engine] }, evidence, true],
    ["not in another environment, where runs were read", { ...ana, environmentId: organizationId }, evidence, false],
    [
      "not to an organization key of a sandbox, where a live-only family was read",
      { ...whole, isLive: false, environmentSlug: "test" },
      { ...evidence, runs: [], capabilities: [] },
      false,
    ],
    ["to a scoped key of a sandbox that holds the capability", { ...ana, isLive: false }, evidence, true],
    ["not without a person, where the posture asks for one", { ...whole, book: null }, evidence, false],
    [
      "not to another seat of the same scope",
      withBook({ seatKey: "bo", actor: "bo", grants: ["seat:bo"] }),
      evidence,
      false,
    ],
    ["to a seat whose team holds the entries", both(["seat:ana", "seat:bo"]), evidence, true],
    ["not to a seat that shares only its office", both(["office:east", "seat:bo"]), evidence, false],
    [
      "to a seat that sees everything",
      { ...withBook({ scope: "All", grants: null }), runs: { policy: full, overBook: seesAll, person: null } },
      evidence,
      true,
    ],
    [
      "not where everything was seen and the reader sees less",
      ana,
      { ...evidence, book: [{ seatKey: null, grants: null, policy: full }] },
      false,
    ],
    [
      "under shadow to every seat",
      { ...ana, book: bookOf({ posture: "shadow", enforced: false, grants: ["seat:bo"] }) },
      evidence,
      true,
    ],
    ["not where a class is denied that was not", withBook({ policy: service }), evidence, false],
    ["not where a field is masked that was not", withBook({ policy: producer }), evidence, false],
    [
      "where the same class was denied",
      withBook({ policy: service }),
      { ...evidence, book: [{ seatKey: "ana", grants: ["seat:ana"], policy: service }] },
      true,
    ],
    [
      "where less is denied than was",
      ana,
      { ...evidence, book: [{ seatKey: "ana", grants: ["seat:ana"], policy: service }] },
      true,
    ],
    ["not where the policy of runs denies more", { ...ana, runs: { ...ana.runs, policy: service } }, evidence, false],
    [
      "not where a field is masked in another way",
      withBook({ policy: { ...full, masks: { fein: "last4" } } }),
      {
        ...evidence,
        book: [{ seatKey: "ana", grants: ["seat:ana"], policy: { ...full, masks: { fein: "initials" } } }],
      },
      false,
    ],
    [
      "where the field was hidden altogether",
      withBook({ policy: { ...full, masks: { fein: "last4" } } }),
      { ...evidence, book: [{ seatKey: "ana", grants: ["seat:ana"], policy: { ...full, masks: { fein: "null" } } }] },
      true,
    ],
    [
      "not where one of several seats is not covered",
      ana,
      joinedEvidence(evidence, { ...evidence, book: [{ seatKey: "bo", grants: ["seat:bo"], policy: full }] }),
      false,
    ],
    [
      "not a run over many clients to another seat, however wide",
      {
        ...both(["seat:ana", "seat:bo"]),
        runs: {
          policy: full,
          overBook: { kind: "seat", seatKey: "bo", grants: ["seat:ana", "seat:bo"] },
          person: null,
        },
      },
      {
        ...evidence,
        runs: [
          {
            environmentId,
            engines: [engine],
            policy: full,
            overBook: { seatKey: "ana", grants: ["seat:ana"], isOfOneSeat: true },
          },
        ],
      },
      false,
    ],
    [
      "a run over the book not to a person whom no seat stands for",
      { ...ana, runs: { policy: full, overBook: { kind: "seat", seatKey: null, grants: [] }, person: null } },
      { ...evidence, book: [] },
      false,
    ],
  ])("%s", (_, reader, given, isShown) => {
    expect(answerShownTo(reader, given)).toBe(isShown);
  });

  test.each(capabilities)("not without %s, where it was used", (capability) => {
    const needed: Evidence = { ...noEvidence(organizationId), capabilities: [capability] };
    expect(answerShownTo({ ...ana, capabilities: capabilities.filter((each) => each !== capability) }, needed)).toBe(
      false,
    );
    expect(answerShownTo({ ...ana, capabilities: [capability] }, needed)).toBe(true);
  });
});

test("evidence of a history is added, each part once (GROUND-31)", () => {
  expect(joinedEvidence(evidence, null, evidence)).toEqual(evidence);
  expect(joinedEvidence(noEvidence(organizationId), evidence)).toEqual(evidence);
});

test("rights and evidence are stored as JSON and read as they were (GROUND-1)", () => {
  for (const each of [ana, whole]) expect(readViewer(JSON.stringify(each))).toEqual(each);
  expect(readEvidence(JSON.stringify(evidence))).toEqual(evidence);
  expect(readEvidence(null)).toBeNull();
  expect(() => readEvidence("{}")).toThrow("organizationId");
  expect(() => readViewer('{"organizationId": "x"}')).toThrow("environmentId");
});

describe("the narrower of two rights (GROUND-4)", () => {
  test("has what both have", () => {
    const present: Viewer = {
      ...whole,
      capabilities: ["conversations:use", "records:read"],
      engines: [otherEngine],
      book: bookOf({ seatKey: "bo", actor: "bo", grants: ["seat:ana", "seat:bo"], policy: service }),
      runs: { policy: service, overBook: { kind: "seat", seatKey: "bo", grants: ["seat:bo"] }, person: null },
    };
    const both = narrowerOf(ana, present);
    expect(both).toMatchObject({
      capabilities: ["conversations:use", "records:read"],
      engines: [],
      isOrganizationKey: false,
    });
    expect(both.book).toMatchObject({ seatKey: "bo", grants: ["seat:ana"], policy: { denied: ["commission"] } });
    expect(both.runs).toEqual({ policy: service, overBook: { kind: "seat", seatKey: null, grants: [] }, person: null });
  });

  test("is the restricted one where the other one sees everything", () => {
    expect(narrowerOf(whole, ana)).toEqual(ana);
    const other = narrowerOf(ana, whole);
    expect(other.book).toMatchObject({ enforced: true, grants: ["seat:ana"] });
    expect(other.engines).toEqual([engine]);
  });

  test("has no book where one of them has none, and is never of two environments", () => {
    expect(narrowerOf({ ...ana, book: null }, ana).book).toBeNull();
    expect(narrowerOf(ana, { ...ana, book: null }).book).toBeNull();
    expect(() => narrowerOf(ana, { ...ana, environmentId: organizationId })).toThrow("two environments");
  });
});

test("the live-only capabilities follow from the access table (GROUND-2)", () => {
  expect([...liveOnlyCapabilities].toSorted()).toEqual([
    "actions:read",
    "actions:write",
    "catalog:documents:read",
    "graph:read",
    "records:analyze",
    "records:opportunities:run",
    "records:read",
  ]);
});

function without(capability: string): Viewer {
  return { ...ana, capabilities: ana.capabilities.filter((each) => each !== capability) };
}

function both(grants: readonly string[]): Viewer {
  const book = bookOf({ seatKey: "bo", actor: "bo", scope: "Team", grants });
  return { ...ana, book, runs: { policy: full, overBook: { kind: "seat", seatKey: "bo", grants }, person: null } };
}
