import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fieldPolicyPresets } from "@service/privacy";
import { fakeClock, testOperator } from "@service/testing";
import { type OrganizationSettings, permissionsOf } from "../../identity/access/index.ts";
import { createOrganization, setOrganization, type OrganizationChanges } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { rightsOf } from "./viewer.ts";
import { importSeats } from "./import-seats.ts";
import { setFieldPolicies } from "./field-policies.ts";
import { openSeatLoader } from "./read-seats.ts";
import { type ActingHeaders, resolveBookView } from "./resolve-views.ts";
import { viewOfPerson } from "./view-of-person.ts";

const clock = fakeClock();
const secret = "an assertion secret of 32 characters";
let deps: TestDeps;
let organizationId: string;
beforeAll(async () => {
  deps = await openTestDeps({ clock });
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  const own = { policy_key: "desk", denied: ["financial"], masks: { phone: "last4" } };
  await setFieldPolicies(deps, testOperator, { organizationId, file: own });
  await importSeats(deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "ana", emails: ["Ana@Example.com"], principal_ids: ["idp|ana"], scope: "All" },
      { seat_key: "bo", emails: ["bo@example.com"], principal_ids: ["idp|bo"], field_policy_key: "desk" },
      { seat_key: "off", emails: ["off@example.com"], principal_ids: ["idp|off"], active: false },
    ],
  });
});
afterAll(() => deps.close());

const bare: ActingHeaders = { principal: undefined, email: undefined, assertions: [], lens: undefined };

async function view(headers: Partial<ActingHeaders>, changes: OrganizationChanges = {}) {
  await setOrganization(deps, testOperator, organizationId, {
    recordsPosture: "lit",
    assertionSecret: null,
    defaultFieldPolicy: "service",
    ...changes,
  });
  const row = await deps.db.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const organization: OrganizationSettings = row;
  return resolveBookView(
    { clock, secrets: deps.secrets, seats: openSeatLoader(deps.db) },
    { organizationId, organization },
    { ...bare, ...headers },
  );
}
const codeOf = async (...given: Parameters<typeof view>): Promise<unknown> =>
  view(...given).then(
    () => "resolved",
    (error: unknown) => (typeof error === "object" && error !== null && "code" in error ? error.code : error),
  );

const at = clock.nowMs() / 1000;
const assertion = (text: string): string =>
  `v1.${at}.${createHmac("sha256", secret).update(`${text}||${at}`).digest("hex")}`;

test("under posture off nobody needs to be named and everything is read under the default policy (SEAT-3, SEAT-40)", async () => {
  const everything = { enforced: false, scope: "All", grants: null, seatKey: null };
  const off = await view({ email: "nobody@example.com", lens: "principal:nobody" }, { recordsPosture: "off" });
  expect(off).toMatchObject({ ...everything, policy: fieldPolicyPresets.service, lens: null });
});

test("under shadow the seat is known, nothing is withheld besides the default (SEAT-3)", async () => {
  const shadow = await view({ email: " BO@example.com " }, { recordsPosture: "shadow" });
  expect(shadow).toMatchObject({ enforced: false, scope: "Own", grants: ["seat:bo"], seatKey: "bo" });
  expect(shadow.policy).toEqual(fieldPolicyPresets.service);
});

test.each(["shadow", "lit"] as const)(
  "under %s a person who maps to no active seat is refused (SEAT-22)",
  async (posture) => {
    const settings = { recordsPosture: posture };
    expect(await codeOf({}, settings)).toBe("identity_unmapped");
    expect(await codeOf({ email: "off@example.com" }, settings)).toBe("identity_unmapped");
    expect(await codeOf({ email: "bo@example.com", principal: "idp|ana" }, settings)).toBe("identity_unmapped");
  },
);

describe("field policies (SEAT-41)", () => {
  test("a person who is not vouched for sees what the default and the seat both allow", async () => {
    const { policy } = await view({ email: "bo@example.com" });
    expect(policy.denied.toSorted()).toEqual(["commission", "financial"]);
    expect(policy.masks).toEqual({ phone: "last4" });
  });

  test("a person who is vouched for sees what the seat allows", async () => {
    const asserted = { email: "bo@example.com", assertions: [assertion("|bo@example.com")] };
    const { policy, isAsserted } = await view(asserted, { assertionSecret: secret });
    expect([policy.policy_key, isAsserted]).toEqual(["desk", true]);
  });
});

test("once an organization has a secret every read needs an assertion, under every posture (SEAT-21)", async () => {
  for (const recordsPosture of ["off", "shadow", "lit"] as const)
    expect(await codeOf({ email: "bo@example.com" }, { recordsPosture, assertionSecret: secret })).toBe(
      "assertion_invalid",
    );
  // The assertion is judged before the person.
  expect(await codeOf({ email: "nobody@example.com" }, { assertionSecret: secret })).toBe("assertion_invalid");
  const nobody = { email: "nobody@example.com", assertions: [assertion("|nobody@example.com")] };
  expect(await codeOf(nobody, { assertionSecret: secret })).toBe("identity_unmapped");
});

describe("a lens (SEAT-30)", () => {
  test("shows another person's rows, and no values that the caller may not see", async () => {
    const lens = await view({ email: "ana@example.com", lens: "principal:idp|bo" });
    expect(lens).toMatchObject({
      seatKey: "bo",
      scope: "Own",
      grants: ["seat:bo"],
      lens: "principal:idp|bo",
    });
    expect(lens.policy.denied.toSorted()).toEqual(["commission", "financial"]);
  });

  test.each(["idp|bo", "principal:", "principal:nobody", "principal:idp|off", "seat:bo"])(
    "of %s is refused for a caller who sees everything, and ignored for others",
    async (lens) => {
      expect(await codeOf({ email: "ana@example.com", lens })).toBe("lens_target_unknown");
      expect(await codeOf({ email: "nobody@example.com", lens })).toBe("identity_unmapped");
      const own = await view({ email: "bo@example.com", lens });
      expect(own).toMatchObject({ seatKey: "bo", lens: null });
    },
  );
});

test("whatever decides what is shown is part of the rights that a cursor is sealed with (REC-33)", async () => {
  const rights = new Set([
    rightsOf(await view({ email: "ana@example.com" })),
    rightsOf(await view({ email: "bo@example.com" })),
    rightsOf(await view({ email: "ana@example.com", lens: "principal:idp|bo" })),
    rightsOf(await view({ email: "ana@example.com" }, { defaultFieldPolicy: "full" })),
    rightsOf(await view({ email: "ana@example.com" }, { recordsPosture: "shadow" })),
  ]);
  expect(rights.size).toBe(5);
});

describe("a person of the console", () => {
  const principal = (recordsPosture: "off" | "shadow" | "lit") =>
    ({
      kind: "person",
      id: "person:1",
      organizationId,
      environmentId: organizationId,
      environmentSlug: "live",
      isLive: true,
      permissions: permissionsOf({ installation: null, member: "reader", isOpened: false }),
      organization: {
        requestsPerMinute: 1,
        monthlyRunCap: null,
        recordsPosture,
        analysesEnabled: false,
        defaultFieldPolicy: "service",
        assertionSecret: "sealed",
      },
    }) as const;

  test.each(["off", "shadow", "lit"] as const)(
    "sees under %s what their seat allows; without a seat a reader sees nothing and a developer all (CON-43)",
    async (posture) => {
      const seats = openSeatLoader(deps.db);
      const seen = async (email: string, role: "reader" | "developer") => {
        const { caller, acting } = await viewOfPerson({ seats }, principal(posture), { email, role });
        return resolveBookView({ clock, secrets: deps.secrets, seats }, caller, acting);
      };
      expect(await seen("bo@example.com", "developer")).toMatchObject({
        actor: "bo",
        enforced: true,
        isAsserted: true,
      });
      expect(await seen("none@example.com", "developer")).toMatchObject({ scope: "All", actor: null, enforced: false });
      await expect(seen("none@example.com", "reader")).rejects.toMatchObject({ code: "identity_unmapped" });
      await expect(seen("off@example.com", "reader")).rejects.toMatchObject({ code: "identity_unmapped" });
    },
  );
});
