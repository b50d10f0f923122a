import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { invitePerson } from "@service/domain/people";
import { testOperator } from "@service/testing";
import { type LocalProvider, type ProviderAccount, startProvider } from "../testing/local-provider.ts";
import { startTestConsole, type TestConsole } from "../testing/test-console.ts";

let provider: LocalProvider;
let console: TestConsole;
beforeAll(async () => {
  provider = await startProvider("the-console");
  console = await startTestConsole({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "the-console",
    OIDC_CLIENT_SECRET: "secret",
  });
});
afterAll(async () => {
  await console.stop();
  await provider.stop();
});

type Browser = ReturnType<TestConsole["browser"]>;
const begin = "/console/v1/sign-in/provider";
/** The page says what the code means: nobody reads JSON after a sign-in (CON-18). */
const refused = "http://127.0.0.1:8081/sign-in?refused=sign_in_failed";

/** Goes to the provider, signs in there, and comes back from another site. */
async function comeBack(browser: Browser, account: ProviderAccount, query = "", changed?: (back: string) => string) {
  const sent = await browser.get(`${begin}${query}`);
  const back = provider.signIn(new URL(sent.headers["location"] ?? ""), account);
  return browser.send("GET", `${begin}/return?${changed ? changed(back) : back}`, undefined, {
    "sec-fetch-site": "cross-site",
  });
}

/** A browser in which an invited person has used the link. */
async function invited(email: string): Promise<Browser> {
  const { token } = await invitePerson(console.running.deps, testOperator, { email, name: "Ana", role: null });
  const browser = console.browser();
  await browser.send("POST", "/console/v1/link", { token });
  return browser;
}

const ana = { sub: "ana-1", email: "ana@example.com", email_verified: true };

test("an invited person is bound to their account, and later signs in by issuer and subject, never by email (CON-18)", async () => {
  const browser = await invited("ana@example.com");
  const bound = await comeBack(browser, ana, "?binds=true&next=/account");
  expect([bound.status, bound.headers["location"]]).toEqual([302, "http://127.0.0.1:8081/account"]);
  expect((await browser.get("/console/v1/me")).body).toMatchObject({
    stage: "active",
    person: { uses_provider: true },
  });

  const another = console.browser();
  expect((await comeBack(another, { ...ana, email: "renamed@example.com" })).status).toBe(302);
  expect((await another.get("/console/v1/me")).body).toMatchObject({ person: { email: "ana@example.com" } });

  const stranger = await comeBack(console.browser(), { ...ana, sub: "somebody-else" });
  expect([stranger.status, stranger.headers["location"]]).toEqual([302, refused]);
});

test("an address that the provider has not verified binds nobody (CON-18)", async () => {
  const account = { sub: "bo-1", email: "bo@example.com", email_verified: false };
  const answer = await comeBack(await invited("bo@example.com"), account, "?binds=true");
  expect(answer.headers["location"]).toBe(refused);
});

test("a sign-in that began in another browser, or whose state was changed, is refused (CON-18)", async () => {
  const first = console.browser();
  const sent = await first.get(begin);
  const back = provider.signIn(new URL(sent.headers["location"] ?? ""), ana);
  const elsewhere = await console.browser().get(`${begin}/return?${back}`);
  expect(elsewhere.headers["location"]).toBe(refused);
  const changed = await comeBack(console.browser(), ana, "", (query) => query.replace(/state=[^&]*/, "state=other"));
  expect(changed.headers["location"]).toBe(refused);
});

test("the way back leads to a path of the console only (CON-82)", async () => {
  const answer = await comeBack(console.browser(), ana, "?next=//evil.example");
  expect(answer.headers["location"]).toBe("http://127.0.0.1:8081/");
});
