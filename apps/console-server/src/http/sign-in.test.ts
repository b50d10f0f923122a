import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { invitePerson } from "@service/domain/people";
import { testOperator } from "@service/testing";
import { cookiesUnder } from "./cookies.ts";
import { password, startTestConsole, type TestConsole } from "../testing/test-console.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await startTestConsole();
});
afterAll(() => console.stop());

const invited = (email: string) =>
  invitePerson(console.running.deps, testOperator, { email, name: "Somebody", role: null });

describe("a link", () => {
  test("lets its person in once, and opens nothing but the choice of a password (CON-3)", async () => {
    const { token } = await invited("once@example.com");
    const browser = console.browser();
    expect((await browser.send("POST", "/console/v1/link", { token })).body).toMatchObject({
      email: "once@example.com",
    });
    expect((await browser.get("/console/v1/me")).body).toMatchObject({ stage: "setup", organizations: [] });
    expect((await browser.get("/console/v1/me/sessions")).body).toMatchObject({ code: "session_required" });
    const again = await console.browser().send("POST", "/console/v1/link", { token });
    expect([again.status, again.body["code"]]).toEqual([410, "link_used"]);
  });
});

describe("a session", () => {
  test("has a new token after each proof, and the earlier one is worth nothing (CON-20)", async () => {
    const person = await console.person();
    const before = person.cookies.get("console") ?? "";
    expect((await person.send("POST", "/console/v1/step-up", { password })).status).toBe(204);
    expect(person.cookies.get("console")).not.toBe(before);
    const stolen = console.browser();
    stolen.cookies.set("console", before);
    expect((await stolen.get("/console/v1/me")).body).toMatchObject({ code: "session_ended" });
    expect((await person.get("/console/v1/me")).status).toBe(200);
  });

  test("ends with the sign-out, which clears what the browser kept (CON-20)", async () => {
    const person = await console.person();
    const token = person.cookies.get("console") ?? "";
    const answer = await person.send("POST", "/console/v1/sign-out");
    expect(answer.headers["clear-site-data"]).toBe('"cache", "storage"');
    expect(person.cookies.has("console")).toBe(false);
    person.cookies.set("console", token);
    expect((await person.get("/console/v1/me")).body).toMatchObject({ code: "session_ended" });
  });

  test("without a cookie there is none (CON-80)", async () => {
    expect((await console.browser().get("/console/v1/me")).body).toMatchObject({ code: "session_required" });
  });

  test("of another browser of the person can be ended, of somebody else not (CON-20)", async () => {
    const person = await console.person();
    const other = console.browser();
    await other.send("POST", "/console/v1/sign-in", { email: person.email, password });
    const listed = (await person.get("/console/v1/me/sessions")).body["sessions"] ?? [];
    const [theirs] = listed.filter((session) => String(session["is_this"]) === "false");
    const path = `/console/v1/me/sessions/${String(theirs?.["session_id"])}`;
    expect((await console.owner.send("DELETE", path)).body).toMatchObject({ code: "not_found" });
    expect((await person.send("DELETE", path)).status).toBe(204);
    expect((await other.get("/console/v1/me")).body).toMatchObject({ code: "session_ended" });
  });
});

describe("another password", () => {
  test("is not guessed: the sixth wrong one waits, as at the sign-in (CON-6)", async () => {
    const person = await console.person();
    const codes: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const body = { password: "another-horse-battery-staple-9", current: `wrong ${at}` };
      codes.push(String((await person.send("PUT", "/console/v1/me/password", body)).body["code"]));
    }
    expect([codes[0], codes.at(-1)]).toEqual(["sign_in_failed", "sign_in_throttled"]);
  });

  test("wants a lately shown second factor where there is one, and proves nothing by itself (CON-6)", async () => {
    const person = await console.person();
    const { db } = console.running.deps;
    await db.pool.query("update people set totp_secret = 'sealed' where id = $1", [person.personId]);
    await db.pool.query(
      "update person_sessions set proved_at = proved_at - interval '16 minutes' where person_id = $1",
      [person.personId],
    );
    const body = { password: "another-horse-battery-staple-9", current: password };
    expect((await person.send("PUT", "/console/v1/me/password", body)).body).toMatchObject({
      code: "step_up_required",
    });
    await db.pool.query("update person_sessions set proved_at = now() - interval '10 minutes' where person_id = $1", [
      person.personId,
    ]);
    const before = (await person.get("/console/v1/me")).body["proved_at"];
    expect((await person.send("PUT", "/console/v1/me/password", body)).status).toBe(204);
    expect((await person.get("/console/v1/me")).body["proved_at"]).toEqual(before);
  });
});

describe("the page", () => {
  test("is answered under its own address only, whatever the path looks like (CON-80)", async () => {
    const browser = console.browser();
    for (const path of ["//", "//[", "/\\[", "//a:99999/x", "/o/a/e/live"])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    const other = await browser.send("GET", "/", undefined, { host: "evil.example" });
    expect([other.status, other.text]).toEqual([421, "The console is at http://127.0.0.1:8081/\n"]);
  });
});

describe("requests that the console's page did not send", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["a form of another site", { "sec-fetch-site": "cross-site" }],
    ["a form of the same site", { "sec-fetch-site": "same-site" }],
    ["without the page's header", { "x-console": "" }],
    ["a form's content type", { "content-type": "text/plain" }],
    ["without any word of its origin", { "sec-fetch-site": "", origin: "" }],
  ])("are refused: %s (CON-80)", async (_what, headers) => {
    const person = await console.person();
    const answer = await person.send("POST", "/console/v1/sign-out", {}, headers);
    expect([answer.status, answer.body["code"]]).toEqual([403, "cross_site_refused"]);
    expect((await person.get("/console/v1/me")).status).toBe(200);
  });

  test("a read that another site embeds is refused as well (CON-80)", async () => {
    const person = await console.person();
    const answer = await person.send("GET", "/console/v1/me", undefined, { "sec-fetch-site": "cross-site" });
    expect(answer.body).toMatchObject({ code: "cross_site_refused" });
  });

  test("another host is refused, whatever it resolves to (CON-80)", async () => {
    const answer = await console.browser().send("GET", "/console/v1/sign-in", undefined, { host: "evil.example" });
    expect([answer.status, answer.body["code"]]).toEqual([421, "host_refused"]);
  });
});

describe("cookies", () => {
  test("over http on this machine are HttpOnly and Strict (CON-80)", async () => {
    const person = await console.person();
    const answer = await console.browser().send("POST", "/console/v1/sign-in", { email: person.email, password });
    const lines = JSON.stringify(answer.headers["set-cookie"]);
    expect(lines).toContain("Path=/; HttpOnly; SameSite=Strict");
    expect(lines).not.toContain("Secure");
    expect(answer.text).not.toContain(String(console.owner.cookies.get("console")));
  });

  test("over https carry the prefix __Host- and Secure (CON-80)", () => {
    const lines: unknown[] = [];
    cookiesUnder("https://console.example.com")
      .writer((name, value) => lines.push([name, value]))
      .set({ session: "s", browser: "b" });
    expect(lines).toEqual([
      [
        "set-cookie",
        [
          "__Host-console=s; Path=/; HttpOnly; SameSite=Strict; Secure",
          "__Host-console-browser=b; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000",
        ],
      ],
    ]);
  });
});

test("thirty requests a minute without a session are answered to one address, then none (CON-81)", async () => {
  const lone = await startTestConsole();
  try {
    const browser = lone.browser();
    const codes = [];
    for (let at = 0; at < 40; at += 1) codes.push((await browser.get("/console/v1/sign-in")).status);
    expect(codes.filter((status) => status === 200).length).toBeLessThanOrEqual(31);
    expect(codes.at(-1)).toBe(429);
    // Who has a session goes on.
    expect((await lone.owner.get("/console/v1/me")).status).toBe(200);
  } finally {
    await lone.stop();
  }
});

describe("a second factor that a role needs", () => {
  let strict: TestConsole;
  beforeAll(async () => {
    strict = await startTestConsole({ CONSOLE_SECOND_FACTOR: "owners" });
  });
  afterAll(() => strict.stop());

  test("closes everything but the person's own account until it is set (CON-16)", async () => {
    const refused = await strict.owner.get("/console/v1/people");
    expect(refused.body).toMatchObject({ code: "second_factor_missing" });
    expect((await strict.owner.send("POST", "/console/v1/me/second-factor")).status).toBe(200);
    expect((await strict.owner.send("DELETE", "/console/v1/me/second-factor")).body).toMatchObject({
      code: "second_factor_missing",
    });
    const operator = await strict.person({ role: "operator" });
    expect((await operator.get("/console/v1/audit")).status).toBe(200);
  });
});
