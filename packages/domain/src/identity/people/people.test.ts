import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import { fakeClock, testOperator } from "@service/testing";
import { TOTP } from "otpauth";
import { listChanges } from "../audit/index.ts";
import { createOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSession,
  findSession,
  firstLink,
  forgetOldSignIns,
  invitePerson,
  isFresh,
  listMembers,
  listPeople,
  listSessions,
  membershipsOf,
  openOrganization,
  passSecondFactor,
  redeemLink,
  resetSignIn,
  setMember,
  setPassword,
  setPerson,
  signIn,
  stepUp,
  bindProvider,
  signInByProvider,
  type Session,
} from "./index.ts";

const password = "violet harbor trombone 9";
const times = { idleMinutes: 60, wholeMinutes: 720 };
const whence = { address: "192.0.2.1", userAgent: "Test browser" };

const clock = fakeClock(new Date("2026-11-29T10:00:00Z"));
let deps: TestDeps;
let count = 0;

beforeAll(async () => {
  deps = await openTestDeps({ clock });
});
afterAll(() => deps.close());
// Each test has people of its own: steps of a second factor and waits of an email must not meet.
beforeEach(() => {
  count += 1;
  clock.advance(3_600_000);
});

const email = (name = "pat") => `${name}${count}@example.com`;

async function invited(name?: string, role: "owner" | "operator" | null = "operator") {
  return invitePerson(deps, testOperator, { email: email(name), name: "Pat Moreno", role });
}

async function sessionOf(token: string): Promise<Session> {
  const session = await findSession(deps, token, times);
  if (!session) throw new Error("no session");
  return session;
}

async function withPassword(name?: string, role: "owner" | "operator" | null = "operator") {
  const person = await invited(name, role);
  const { session } = await redeemLink(deps, person.token, whence);
  const tokens = await setPassword(deps, await sessionOf(session), { password, current: undefined });
  return { ...person, ...tokens };
}

function withSignIn(values: { password?: string; browser?: string | undefined; name?: string } = {}) {
  return signIn(deps, {
    email: email(values.name),
    password: values.password ?? password,
    browser: values.browser,
    whence,
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ServiceError ? error.code : undefined;
}

async function withFactor(person: { session: string }) {
  const { secret } = await beginSecondFactor(deps, await sessionOf(person.session));
  const totp = new TOTP({ secret });
  const codeAt = () => totp.generate({ timestamp: clock.nowMs() });
  const { recoveryCodes } = await confirmSecondFactor(deps, await sessionOf(person.session), codeAt());
  return { codeAt, recoveryCodes };
}

describe("a link", () => {
  test("lets its person in once, to set a password, and then counts no more (CON-3)", async () => {
    const person = await invited();
    const used = await redeemLink(deps, person.token, whence);
    expect(used).toMatchObject({ email: email(), name: "Pat Moreno" });
    expect(await sessionOf(used.session)).toMatchObject({ stage: "setup", person: { hasPassword: false } });
    await expect(redeemLink(deps, person.token, whence)).rejects.toMatchObject({ code: "link_used", status: 410 });
  });

  test("ends after an hour, with a later one, and with the account", async () => {
    const person = await invited();
    clock.advance(60 * 60_000);
    await expect(redeemLink(deps, person.token, whence)).rejects.toMatchObject({ code: "link_used" });
    const first = await resetSignIn(deps, testOperator, person.personId, "all");
    const second = await resetSignIn(deps, testOperator, person.personId, "all");
    await expect(redeemLink(deps, first?.token ?? "", whence)).rejects.toMatchObject({ code: "link_used" });
    await setPerson(deps, testOperator, person.personId, { disabled: true });
    await expect(redeemLink(deps, second?.token ?? "", whence)).rejects.toMatchObject({ code: "link_used" });
  });

  test("that is used twice at one time opens one session", async () => {
    const person = await invited();
    const both = await Promise.allSettled([
      redeemLink(deps, person.token, whence),
      redeemLink(deps, person.token, whence),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a password", () => {
  test.each([
    ["short", "At least 15"],
    ["is long enough and not guessable", undefined],
    ["passwordpassword", "easy to guess"],
    ["123456789012345678", "easy to guess"],
    ["aaaaaaaaaaaaaaaaaaaa", "easy to guess"],
    ["moreno pat moreno pat", "easy to guess"],
    ["welcome2026welcome2026", "easy to guess"],
    ["x".repeat(129), "at most 128"],
  ])("%s: is judged by length and by what others guess first (CON-5)", async (candidate, reason) => {
    const person = await invited();
    const { session } = await redeemLink(deps, person.token, whence);
    const set = setPassword(deps, await sessionOf(session), { password: candidate, current: undefined });
    if (reason === undefined) await expect(set).resolves.toMatchObject({ session: expect.any(String) });
    else await expect(set).rejects.toMatchObject({ code: "password_refused" });
  });

  test("that replaces another needs the one so far, and ends every other session (CON-6)", async () => {
    const person = await withPassword();
    const other = await withSignIn();
    const change = async (current: string | undefined) =>
      setPassword(deps, await sessionOf(person.session), { password: "copper lantern meadow 4", current });
    await expect(change(undefined)).rejects.toMatchObject({ code: "sign_in_failed" });
    const { session } = await change(password);
    expect(await findSession(deps, other.session, times)).toBeUndefined();
    expect(await findSession(deps, person.session, times)).toBeUndefined();
    expect(await sessionOf(session)).toMatchObject({ stage: "active" });
    await expect(withSignIn()).rejects.toMatchObject({ code: "sign_in_failed" });
  });
});

describe("a sign-in", () => {
  test("answers alike for a wrong password, an unknown email and a disabled person (CON-10)", async () => {
    const person = await withPassword();
    const refusal = { code: "sign_in_failed", status: 401 };
    await expect(withSignIn({ password: "another password 77" })).rejects.toMatchObject(refusal);
    await expect(withSignIn({ name: "nobody" })).rejects.toMatchObject(refusal);
    await setPerson(deps, testOperator, person.personId, { disabled: true });
    await expect(withSignIn()).rejects.toMatchObject(refusal);
  });

  test.each(["pat", "nobody"])(
    "of a strange browser waits after five failures, from one second doubling to five minutes: %s (CON-12)",
    async (name) => {
      await withPassword();
      const wrong = { name, password: "another password 77" };
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await expect(withSignIn(wrong)).rejects.toMatchObject({ code: "sign_in_failed" });
      }
      for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
        await expect(withSignIn(wrong)).rejects.toMatchObject({
          code: "sign_in_throttled",
          retryAfterSeconds: seconds,
        });
        clock.advance(seconds * 1_000);
        await expect(withSignIn(wrong)).rejects.toMatchObject({ code: "sign_in_failed" });
      }
    },
  );

  test("of a browser that the person used does not wait because strangers failed (CON-12)", async () => {
    const person = await withPassword();
    const wrong = { password: "another password 77" };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(withSignIn(wrong)).rejects.toMatchObject({ code: "sign_in_failed" });
    await expect(withSignIn()).rejects.toMatchObject({ code: "sign_in_throttled" });
    await expect(withSignIn({ browser: person.browser })).resolves.toMatchObject({ needsSecondFactor: false });
  });

  test("of a used browser that fails ten times waits like any other", async () => {
    const { browser } = await withPassword();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(withSignIn({ browser, password: "another password 77" })).rejects.toMatchObject({
        code: "sign_in_failed",
      });
    }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(withSignIn({ browser, password: "another password 77" })).rejects.toMatchObject({ status: 401 });
    }
    await expect(withSignIn({ browser })).rejects.toMatchObject({ code: "sign_in_throttled" });
  });

  test("checks no more than one of many guesses that arrive at one time, once it must wait (CON-12)", async () => {
    await withPassword();
    const guesses = await Promise.allSettled(
      Array.from({ length: 20 }, () => withSignIn({ password: "another password 77" })),
    );
    const codes = guesses.map((guess) => (guess.status === "rejected" ? codeOf(guess.reason) : "in"));
    expect(codes.filter((code) => code === "sign_in_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "sign_in_throttled")).toHaveLength(15);
  });
});

describe("a second factor", () => {
  test("is required after the password, and each of its codes works once (CON-15)", async () => {
    const person = await withPassword();
    const { codeAt } = await withFactor(person);
    clock.advance(60_000);
    const first = await withSignIn();
    expect(first.needsSecondFactor).toBe(true);
    expect((await sessionOf(first.session)).stage).toBe("second_factor");
    const code = codeAt();
    const passed = await passSecondFactor(deps, await sessionOf(first.session), code);
    expect((await sessionOf(passed.session)).stage).toBe("active");
    const second = await withSignIn();
    await expect(passSecondFactor(deps, await sessionOf(second.session), code)).rejects.toMatchObject({
      code: "second_factor_wrong",
    });
  });

  test.each([
    [-30_000, true],
    [30_000, true],
    [-90_000, false],
    [90_000, false],
  ])("accepts a clock that differs by one step: %i ms: %s", async (differenceMs, isAccepted) => {
    const person = await withPassword();
    const { codeAt } = await withFactor(person);
    clock.advance(600_000);
    const { session } = await withSignIn();
    clock.advance(differenceMs);
    const code = codeAt();
    clock.advance(-differenceMs);
    const passed = passSecondFactor(deps, await sessionOf(session), code);
    const outcome = await passed.then(
      () => "passed",
      (error: unknown) => codeOf(error),
    );
    expect(outcome).toBe(isAccepted ? "passed" : "second_factor_wrong");
  });

  test("can be replaced by each recovery code once, however it is typed", async () => {
    const person = await withPassword();
    const { recoveryCodes } = await withFactor(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    const one = await withSignIn();
    await passSecondFactor(deps, await sessionOf(one.session), typed);
    const two = await withSignIn();
    await expect(passSecondFactor(deps, await sessionOf(two.session), typed)).rejects.toMatchObject({
      code: "second_factor_wrong",
    });
  });

  test("waits after five wrong codes, and each wrong one has its audit row", async () => {
    const person = await withPassword();
    await withFactor(person);
    const { session } = await withSignIn();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(passSecondFactor(deps, await sessionOf(session), "000000")).rejects.toMatchObject({
        code: "second_factor_wrong",
      });
    }
    await expect(passSecondFactor(deps, await sessionOf(session), "000000")).rejects.toMatchObject({
      code: "sign_in_throttled",
    });
    const { changes } = await listChanges(deps, {
      organizationId: null,
      action: "people.secondFactor.fail",
      resource: { kind: "person", id: person.personId },
    });
    expect(changes).toHaveLength(5);
  });

  test("is sealed in the database, and one that no code confirmed does not count", async () => {
    const person = await withPassword();
    const { secret } = await beginSecondFactor(deps, await sessionOf(person.session));
    expect((await withSignIn()).needsSecondFactor).toBe(false);
    const { rows } = await deps.db.pool.query<{ text: string }>(
      `select p::text as text from people p where id = '${person.personId}'`,
    );
    expect(rows[0]?.text).not.toContain(secret);
    await expect(confirmSecondFactor(deps, await sessionOf(person.session), "000000")).rejects.toMatchObject({
      code: "second_factor_wrong",
    });
  });
});

describe("a session", () => {
  test("ends after an hour without a request, and twelve hours after the sign-in (CON-20)", async () => {
    const { session } = await withPassword();
    for (let minutes = 0; minutes < 700; minutes += 50) {
      expect(await findSession(deps, session, times)).toBeDefined();
      clock.advance(50 * 60_000);
    }
    expect(await findSession(deps, session, times)).toBeDefined();
    clock.advance(30 * 60_000);
    expect(await findSession(deps, session, times)).toBeUndefined();
    const idle = await withSignIn();
    clock.advance(60 * 60_000);
    expect(await findSession(deps, idle.session, times)).toBeUndefined();
  });

  test("before the second factor ends after ten minutes", async () => {
    await withFactor(await withPassword());
    const { session } = await withSignIn();
    clock.advance(10 * 60_000);
    expect(await findSession(deps, session, times)).toBeUndefined();
  });

  test("ends with sign-out, a lost role, and when its person is disabled", async () => {
    const person = await withPassword();
    await endSession(deps, person.session);
    expect(await findSession(deps, person.session, times)).toBeUndefined();
    const before = await withSignIn();
    await setPerson(deps, testOperator, person.personId, { role: null });
    expect(await findSession(deps, before.session, times)).toBeUndefined();
    const again = await withSignIn();
    await setPerson(deps, testOperator, person.personId, { disabled: true });
    expect(await findSession(deps, again.session, times)).toBeUndefined();
  });

  test("is fresh for 15 minutes after a proof, and gets a new token with it (CON-21)", async () => {
    const person = await withPassword();
    expect(isFresh(await sessionOf(person.session), clock.now())).toBe(true);
    clock.advance(15 * 60_000 + 1);
    expect(isFresh(await sessionOf(person.session), clock.now())).toBe(false);
    await expect(stepUp(deps, await sessionOf(person.session), { password: "wrong" })).rejects.toMatchObject({
      code: "sign_in_failed",
    });
    const token = await stepUp(deps, await sessionOf(person.session), { password });
    expect(await findSession(deps, person.session, times)).toBeUndefined();
    expect(isFresh(await sessionOf(token), clock.now())).toBe(true);
  });

  test("is listed with where it came from, and its token is stored nowhere", async () => {
    const person = await withPassword();
    expect(await listSessions(deps, person.personId)).toMatchObject([whence]);
    const { rows } = await deps.db.pool.query<{ text: string }>("select s::text as text from person_sessions s");
    expect(rows.some(({ text }) => text.includes(person.session))).toBe(false);
    clock.advance(3 * 24 * 3_600_000);
    await forgetOldSignIns(deps);
    expect(await listSessions(deps, person.personId)).toEqual([]);
  });
});

describe("an account at the identity provider", () => {
  const identity = (subject: string, verifiedEmail?: string) => ({
    issuer: "https://id.example.com",
    subject,
    verifiedEmail,
  });

  test("is bound at the invitation by its verified email, and later known by its subject only (CON-18)", async () => {
    const person = await invited();
    const { session } = await redeemLink(deps, person.token, whence);
    const subject = `sub-${count}`;
    await expect(bindProvider(deps, await sessionOf(session), identity(subject))).rejects.toMatchObject({
      code: "sign_in_failed",
    });
    await bindProvider(deps, await sessionOf(session), identity(subject, email().toUpperCase()));
    const request = { browser: undefined, whence };
    await expect(signInByProvider(deps, identity(subject), request)).resolves.toBeDefined();
    await expect(signInByProvider(deps, identity("stranger", email()), request)).rejects.toMatchObject({
      code: "sign_in_failed",
    });
  });

  test("of one person cannot be bound to another", async () => {
    for (const [name, expected] of [
      ["one", "fulfilled"],
      ["two", "rejected"],
    ] as const) {
      const person = await invited(name);
      const { session } = await redeemLink(deps, person.token, whence);
      const bound = await Promise.allSettled([
        bindProvider(deps, await sessionOf(session), identity(`shared-${count}`, email(name))),
      ]);
      expect(bound[0].status).toBe(expected);
    }
  });
});

describe("an organization", () => {
  const organization = async () => (await createOrganization(deps, testOperator, { name: `Harborline ${count}` })).id;
  const actor = (organizationId: string) => ({ ...testOperator, organizationId });

  test("keeps its last admin, also when two admins remove each other at one time (CON-30)", async () => {
    const organizationId = await organization();
    const one = await invited("one", null);
    const two = await invited("two", null);
    for (const { personId } of [one, two]) await setMember(deps, actor(organizationId), { personId, role: "admin" });
    const both = await Promise.allSettled(
      [one, two].map(({ personId }) => setMember(deps, actor(organizationId), { personId, role: null })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "last_admin" } });
    expect(await listMembers(deps, organizationId)).toHaveLength(1);
  });

  test("is opened by its members and by people of the installation, and by nobody else", async () => {
    const organizationId = await organization();
    const member = await invited("member", null);
    const stranger = await invited("stranger", null);
    const operator = await invited("operator", "operator");
    await setMember(deps, actor(organizationId), { personId: member.personId, role: "reader" });
    const seen = async (id: string, role: string | null) =>
      (await membershipsOf(deps, { id, role }, organizationId)).map((found) => found.role);
    expect(await seen(member.personId, null)).toEqual(["reader"]);
    expect(await seen(stranger.personId, null)).toEqual([]);
    expect(await seen(operator.personId, "operator")).toEqual([null]);
  });

  test("is opened by a person of the installation for an hour, with a reason that its admins see (CON-31)", async () => {
    const organizationId = await organization();
    const { personId } = await invited("operator", "operator");
    const reason = "Run r-1 failed, support case 77";
    await openOrganization(deps, personId, { organizationId, reason });
    const opened = async () =>
      (await membershipsOf(deps, { id: personId, role: "operator" }, organizationId))[0]?.openedUntil;
    expect(await opened()).toEqual(new Date(clock.nowMs() + 3_600_000));
    const { rows } = await deps.db.pool.query<{ reason: string; principal_id: string }>(
      `select reason, principal_id from audit_log where action = 'organizations.open' and organization_id = '${organizationId}'`,
    );
    expect(rows).toEqual([{ reason, principal_id: `person:${personId}` }]);
    clock.advance(3_600_000);
    expect(await opened()).toBeNull();
  });
});

describe("people of the installation", () => {
  test("have unique emails, whatever their case", async () => {
    await invited();
    await expect(
      invitePerson(deps, testOperator, { email: ` ${email().toUpperCase()}`, name: "Other", role: null }),
    ).rejects.toMatchObject({ code: "person_exists", status: 409 });
  });

  test("lose a role and the right to sign in, and get them again", async () => {
    const { personId } = await withPassword();
    await setPerson(deps, testOperator, personId, { role: null, disabled: true });
    await expect(withSignIn()).rejects.toMatchObject({ code: "sign_in_failed" });
    await setPerson(deps, testOperator, personId, { disabled: false });
    await expect(withSignIn()).resolves.toBeDefined();
    expect((await listPeople(deps)).find((person) => person.id === personId)).toMatchObject({ role: null });
  });
});

describe("a new installation", () => {
  let fresh: TestDeps;
  beforeAll(async () => {
    fresh = await openTestDeps({ clock });
  });
  afterAll(() => fresh.close());

  test("makes its first person an owner, offers a link until somebody can sign in, and keeps the last owner (CON-2)", async () => {
    const link = await firstLink(fresh, testOperator);
    const again = await firstLink(fresh, testOperator);
    await expect(redeemLink(fresh, link?.token ?? "", whence)).rejects.toMatchObject({ code: "link_used" });
    const { session } = await redeemLink(fresh, again?.token ?? "", whence);
    const setup = await findSession(fresh, session, times);
    if (!setup) throw new Error("no session");
    await setPassword(fresh, setup, { password, current: undefined });
    expect(await firstLink(fresh, testOperator)).toBeUndefined();
    expect(setup.person).toMatchObject({ role: "owner" });
    await expect(setPerson(fresh, testOperator, setup.person.id, { disabled: true })).rejects.toMatchObject({
      code: "last_owner",
    });
    await expect(setPerson(fresh, testOperator, setup.person.id, { role: "operator" })).rejects.toMatchObject({
      code: "last_owner",
    });
    const second = await invitePerson(fresh, testOperator, { email: "b@example.com", name: "B", role: "owner" });
    const both = await Promise.allSettled(
      [setup.person.id, second.personId].map((id) => setPerson(fresh, testOperator, id, { role: null })),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
