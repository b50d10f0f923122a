import { describe, expect, test } from "@jest/globals";
import { capabilities, type Capability } from "@service/contract";
import {
  accessTo,
  type ActionName,
  actionNames,
  allow,
  boundEngines,
  capabilitiesOf,
  decide,
  permissionFor,
  permissionNames,
  permissionsOf,
  type Permission,
  type Principal,
} from "./index.ts";

const settings = {
  requestsPerMinute: 1,
  monthlyRunCap: null,
  recordsPosture: "off",
  analysesEnabled: false,
  defaultFieldPolicy: "none",
  assertionSecret: null,
} as const;
const place = (isLive = true) => ({
  organizationId: "organization",
  environmentId: "environment",
  environmentSlug: isLive ? "live" : "sandbox",
  isLive,
  organization: settings,
});
const organization = { kind: "organization_key", id: "k", ...place() } as const;
const sandbox = { kind: "organization_key", id: "k", ...place(false) } as const;
const automation = { kind: "automation", id: "automation:a", ...place() } as const;
const personWith = (permissions: Iterable<Permission>) =>
  ({ kind: "person", id: "person:p", ...place(), permissions: new Set(permissions) }) as const;
const person = personWith([]);
const operator = { kind: "operator", id: "o" } as const;
const scoped = (held: readonly Capability[], engines: readonly string[], isLive = true) =>
  ({
    kind: "scoped_key",
    id: "s",
    ...place(isLive),
    capabilities: new Set(held),
    engineIds: new Set(engines),
  }) as const;

const codeOf = <Action extends ActionName>(...request: Parameters<typeof decide<Action>>) => {
  const decision = decide(...request);
  return decision.kind === "allowed" ? "allowed" : decision.code;
};
const engine = { id: "engine" };
const builtIn = { id: "registry", isBuiltIn: true };

describe("codes come in the contract's order (ACC-3)", () => {
  test("a missing capability comes before a missing binding, before an unknown engine (KEY-11, KEY-14, KEY-15)", () => {
    expect(codeOf(scoped([], []), "runs.submit", null)).toBe("insufficient_capability");
    expect(codeOf(scoped(["runs:write"], []), "runs.submit", null)).toBe("engine_binding_forbidden");
    expect(codeOf(scoped(["runs:write"], ["other"]), "runs.submit", null)).toBe("engine_not_found");
    expect(codeOf(scoped(["runs:write"], ["other"]), "runs.submit", engine)).toBe("engine_binding_forbidden");
    expect(codeOf(scoped(["runs:write"], ["engine"]), "runs.submit", engine)).toBe("allowed");
  });

  test("an unknown run comes before the binding to its engine, and a run is bound by its engine", () => {
    const reader = scoped(["runs:read"], ["engine"]);
    expect(codeOf(reader, "runs.read", null)).toBe("run_not_found");
    expect(codeOf(reader, "runs.read", { engineId: "other" })).toBe("engine_binding_forbidden");
    expect(codeOf(reader, "runs.read", { engineId: "engine" })).toBe("allowed");
    expect(codeOf(scoped(["runs:read"], []), "runs.read", null)).toBe("engine_binding_forbidden");
  });

  test("the built-in engine is not found in live for any principal (REG-6)", () => {
    for (const principal of [organization, automation, scoped(["runs:write"], ["registry"])]) {
      expect(codeOf(principal, "runs.submit", builtIn)).toBe("engine_not_found");
    }
    expect(codeOf(sandbox, "runs.submit", builtIn)).toBe("allowed");
    expect(codeOf(scoped(["runs:write"], ["registry"], false), "runs.submit", builtIn)).toBe("allowed");
  });
});

/** The expected decision for a principal before the resource is known. */
function expected(principal: Principal, action: ActionName): string {
  const access = accessTo(action);
  if (access.key === "none" || access.key === "source") return "allowed";
  const byKind = {
    operator: access.key === "operator",
    organization_key: access.key !== "operator",
    scoped_key: access.key === "any",
    automation: "automation" in access,
    person: false,
  };
  return byKind[principal.kind] ? "allowed" : "insufficient_capability";
}

const everyAction = actionNames;

test.each<Principal>([organization, scoped([...capabilities], ["engine"]), automation, person, operator])(
  "every action decides on $kind as its row says (KEY-10, KEY-12, ACC-2, ACC-4, ACC-5)",
  (principal) => {
    for (const action of everyAction)
      expect([action, codeOf(principal, action)]).toEqual([action, expected(principal, action)]);
  },
);

describe("a person (CON-40)", () => {
  const member = (role: "admin" | "developer" | "reader") =>
    permissionsOf({ installation: null, member: role, isOpened: false });
  const ofInstallation = (role: "owner" | "operator", isOpened: boolean) =>
    permissionsOf({ installation: role, member: null, isOpened });

  test("needs a permission for every action that needs a key or the operator", () => {
    const without = everyAction.filter((action) => permissionFor(action) === undefined);
    expect(without).toEqual(["platform.health", "platform.robots", "platform.openapi", "ingest.event"]);
  });

  test("performs exactly the actions of the permissions of its roles, and a key's capabilities give it nothing", () => {
    for (const role of ["admin", "developer", "reader"] as const) {
      const principal = personWith(member(role));
      for (const action of everyAction.filter((name) => permissionFor(name) !== undefined)) {
        const permission = permissionFor(action);
        const isAllowed = permission !== undefined && member(role).has(permission);
        expect([role, action, codeOf(principal, action)]).toEqual([
          role,
          action,
          isAllowed ? "allowed" : "insufficient_capability",
        ]);
      }
    }
    expect(capabilitiesOf(person)).toEqual([]);
    expect(capabilitiesOf(personWith(permissionNames))).toEqual([...capabilities]);
    expect(capabilitiesOf(personWith(member("reader")))).not.toContain("runs:write");
  });

  test("of the installation sees contents only in an organization that it opened (CON-31)", () => {
    for (const role of ["owner", "operator"] as const) {
      expect(codeOf(personWith(ofInstallation(role, false)), "runs.read")).toBe("insufficient_capability");
      expect(codeOf(personWith(ofInstallation(role, false)), "engines.versions.publish")).toBe("allowed");
      expect(codeOf(personWith(ofInstallation(role, true)), "runs.read")).toBe("allowed");
    }
    expect(codeOf(personWith(ofInstallation("operator", true)), "people.invite")).toBe("insufficient_capability");
    expect(codeOf(personWith(ofInstallation("owner", true)), "people.invite")).toBe("allowed");
  });

  test("of an organization never does what the contract leaves to the service", () => {
    for (const role of ["admin", "developer", "reader"] as const) {
      const principal = personWith(member(role));
      for (const action of ["scopedKeys.create", "corrections.attach", "organizations.set", "people.set"] as const)
        expect([role, action, codeOf(principal, action)]).toEqual([role, action, "insufficient_capability"]);
    }
  });
});

test("a scoped key without capabilities is refused every action that needs a key", () => {
  const allowed = everyAction.filter((action) => codeOf(scoped([], ["engine"]), action) === "allowed");
  expect(allowed).toEqual(["platform.health", "platform.robots", "platform.openapi", "ingest.event"]);
});

test("allow returns the resource itself, or throws the refusal", () => {
  expect(allow(organization, "engines.read", engine)).toBe(engine);
  expect(() => allow(organization, "engines.read", null)).toThrow(
    expect.objectContaining({ code: "engine_not_found" }),
  );
});

test("only scoped keys are restricted to engines; one bound to none may use none (KEY-15)", () => {
  expect([organization, automation, person].map(boundEngines)).toEqual([null, null, null]);
  expect(boundEngines(scoped([], []))).toEqual([]);
});
