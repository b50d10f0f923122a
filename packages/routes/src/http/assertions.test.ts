import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats } from "@service/domain/seats";
import { fakeClock, testOperator } from "@service/testing";
import { createHmac, randomBytes } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import type { Actor } from "../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";

const now = new Date("2026-06-15T12:00:00.000Z");
const seconds = now.getTime() / 1000;
const secret = "an assertion secret of 32 characters";
const email = "ana@example.com";
const principal = "idp|ana";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;
let runId: string;

beforeAll(async () => {
  api = await startTestApi({ clock: fakeClock(now) });
  org = await api.organization();
  const { organizationId } = org;
  const engine = { slug: "profile", label: "Profile", description: "", engine_type: "entity_analysis" };
  await org.organization.post("/engines", engine);
  const published = await org.organization.post("/engines/profile/versions", {});
  if (published.status !== 200) throw new Error(published.text);
  // A fast machine asks more often in a minute than an engine allows by default.
  await api.deps.db.pool.query("update engines set requests_per_minute = 1000000 where organization_id = $1", [
    organizationId,
  ]);
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [{ seat_key: "ana", emails: [email], principal_ids: [principal], scope: "All" }],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  await book.write({
    puts: [{ family: "accounts", sourceId: "A1", fields: { name: "Harbor", producer_seat: "ana" } }],
  });
  await book.serve(now);
  key = await org.scoped(["records:read", "runs:write", "runs:read", "runs:defensibility:read"], ["profile"]);
  const submitted = await key.post("/engines/profile/runs", { input });
  runId = String(submitted.body["run_id"]);
  await set({ recordsPosture: "lit", assertionSecret: secret });
});
afterAll(() => api.stop());

const set = (changes: OrganizationChanges) => setOrganization(api.deps, testOperator, org.organizationId, changes);
const input = {
  as_of: "2026-03-01T12:00:00Z",
  subject: { key: "s", kind: "account", label: "Harbor" },
  profile: { employees: 3 },
};

function signed(parts: { principal?: string; email?: string; at?: number | string; by?: string } = {}): string {
  const { principal: first = principal, email: second = email, at = seconds, by = secret } = parts;
  return `v1.${at}.${createHmac("sha256", by).update(`${first}|${second}||${at}`).digest("hex")}`;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;
const person = { "x-service-acting-principal": principal, "x-service-acting-email": email };
const assertion = "x-service-records-assertion";
const former = "x-service-book-assertion";

/** Sends a request whose headers may be sent several times; answers the code, or the status of one that is accepted. */
async function send(method: string, path: string, headers: Headers, body?: object): Promise<string | number> {
  const call = request(`${api.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key.apiKey ?? ""}`,
      "content-type": "application/json",
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
      ),
    },
  });
  const answered = new Promise<string | number>((resolve, reject) => {
    call.on("error", reject);
    call.on("response", (response) => {
      text(response).then((sent) => {
        const { code } = z.looseObject({ code: z.string().optional() }).parse(JSON.parse(sent));
        resolve(code ?? response.statusCode ?? 0);
      }, reject);
    });
  });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  return answered;
}

/** What verifies an assertion: reads of the book, submissions that read it, and every route of a run with a named person. */
const routesOfPersons: readonly (readonly [string, (headers: Headers) => Promise<string | number>])[] = [
  ["a list of the book", (headers) => send("GET", "/records/accounts", headers)],
  ["a row under its former path", (headers) => send("GET", `/book/accounts/${book.keyOf("accounts", "A1")}`, headers)],
  ["the status of the book", (headers) => send("GET", "/records/status", headers)],
  ["a run", (headers) => send("GET", `/runs/${runId}`, headers)],
  ["the outcomes of a run", (headers) => send("GET", `/runs/${runId}/outcomes`, headers)],
  [
    "a submission that reads the book",
    (headers) => {
      const { profile: _profile, ...rest } = input;
      const reference = { client_key: book.keyOf("accounts", "A1") };
      return send("POST", "/engines/profile/runs", headers, { input: { ...rest, records_ref: reference } });
    },
  ],
];

const invalid = "assertion_invalid";
const cases: readonly (readonly [string, () => Headers, "accepted" | "assertion_invalid" | "assertion_stale"])[] = [
  ["made now", () => ({ ...person, [assertion]: signed() }), "accepted"],
  ["299 s old", () => ({ ...person, [assertion]: signed({ at: seconds - 299 }) }), "accepted"],
  ["299 s ahead", () => ({ ...person, [assertion]: signed({ at: seconds + 299 }) }), "accepted"],
  ["301 s old", () => ({ ...person, [assertion]: signed({ at: seconds - 301 }) }), "assertion_stale"],
  ["301 s ahead", () => ({ ...person, [assertion]: signed({ at: seconds + 301 }) }), "assertion_stale"],
  [
    "old and wrong",
    () => ({ ...person, [assertion]: signed({ at: seconds - 301, by: "another secret of the same kind" }) }),
    invalid,
  ],
  [
    "with its parts swapped",
    () => ({ ...person, [assertion]: signed({ principal: email, email: principal }) }),
    invalid,
  ],
  ["of another person", () => ({ ...person, [assertion]: signed({ email: "bo@example.com" }) }), invalid],
  [
    "with the digest in capitals",
    () => ({ ...person, [assertion]: signed().replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase()) }),
    "accepted",
  ],
  [
    "for an address sent in capitals",
    () => ({ ...person, "x-service-acting-email": "ANA@Example.com", [assertion]: signed() }),
    "accepted",
  ],
  [
    "signed over the address in capitals",
    () => ({
      ...person,
      "x-service-acting-email": "ANA@Example.com",
      [assertion]: signed({ email: "ANA@Example.com" }),
    }),
    invalid,
  ],
  [
    "with blanks around each header",
    () => ({
      "x-service-acting-principal": `  ${principal} `,
      "x-service-acting-email": ` ${email}\t`,
      [assertion]: `  ${signed()} `,
    }),
    "accepted",
  ],
  [
    "over the address alone",
    () => ({ "x-service-acting-email": email, [assertion]: signed({ principal: "" }) }),
    "accepted",
  ],
  [
    "over the principal alone",
    () => ({ "x-service-acting-principal": principal, [assertion]: signed({ email: "" }) }),
    "accepted",
  ],
  [
    "over an address that is not sent",
    () => ({ "x-service-acting-principal": principal, [assertion]: signed() }),
    invalid,
  ],
  ["missing", () => person, invalid],
  ["empty", () => ({ ...person, [assertion]: "" }), invalid],
  ["sent twice", () => ({ ...person, [assertion]: [signed(), signed()] }), invalid],
  ["sent under its name and its former one", () => ({ ...person, [assertion]: signed(), [former]: signed() }), invalid],
  ["sent under its former name", () => ({ ...person, [former]: signed() }), "accepted"],
  ["of another version", () => ({ ...person, [assertion]: signed().replace("v1", "v2") }), invalid],
  ["of a version in capitals", () => ({ ...person, [assertion]: signed().replace("v1", "V1") }), invalid],
  ["without a version", () => ({ ...person, [assertion]: signed().slice(3) }), invalid],
  ["without a time", () => ({ ...person, [assertion]: signed().replace(`.${seconds}.`, "..") }), invalid],
  [
    "with a time in milliseconds",
    () => ({ ...person, [assertion]: signed({ at: seconds * 1000 }) }),
    "assertion_stale",
  ],
  ["with a broken time", () => ({ ...person, [assertion]: signed({ at: `${seconds}.5` }) }), invalid],
  ["with a short digest", () => ({ ...person, [assertion]: signed().slice(0, -1) }), invalid],
  [
    "made with another secret",
    () => ({ ...person, [assertion]: signed({ by: "another secret of the same kind" }) }),
    invalid,
  ],
  [
    "for an address that is sent twice",
    () => ({ ...person, "x-service-acting-email": [email, email], [assertion]: signed() }),
    invalid,
  ],
];

describe.each(cases)("an assertion %s (SEAT-21, SEAT-51)", (_what, headers, answer) => {
  test.each(routesOfPersons)("on %s", async (_where, ask) => {
    const given = await ask(headers());
    expect(typeof given === "number" && given < 300 ? "accepted" : given).toBe(answer);
  });
});

test("after a change of the secret the old one counts no more; without one nothing is checked (SEAT-51)", async () => {
  const changed = "the secret that comes after the first one";
  const [, list] = routesOfPersons[0] ?? [];
  const as = (by: string): Headers => ({ ...person, [assertion]: signed({ by }) });
  await set({ assertionSecret: changed });
  expect([await list?.(as(secret)), await list?.(as(changed))]).toEqual([invalid, 200]);
  await set({ assertionSecret: null });
  expect([await list?.(as(secret)), await list?.(person)]).toEqual([200, 200]);
});

test("without a person a run needs no assertion, and the book does under every posture (SEAT-21, SEAT-24)", async () => {
  const codes = [];
  for (const recordsPosture of ["off", "shadow", "lit"] as const) {
    await set({ recordsPosture, assertionSecret: secret });
    for (const [, ask] of routesOfPersons) codes.push(await ask({}));
  }
  const each = [invalid, invalid, invalid, 200, 200, invalid];
  expect(codes).toEqual([...each, ...each, ...each]);
});

test("an acting principal of more than 255 characters is refused wherever one is read (KEY-40)", async () => {
  await set({ assertionSecret: null });
  const longest = { "x-service-acting-principal": ` ${"p".repeat(255)} ` };
  const longer = { "x-service-acting-principal": "p".repeat(256) };
  for (const [, ask] of routesOfPersons) {
    expect(await ask(longer)).toBe("invalid_request");
    expect(await ask(longest)).not.toBe("invalid_request");
  }
});

test("an acting address of more than 320 characters is refused wherever one is read (KEY-45)", async () => {
  await set({ assertionSecret: null });
  const address = (length: number): string =>
    `${randomBytes(length)
      .toString("hex")
      .slice(0, length - 5)}@a.ex`;
  for (const [, ask] of routesOfPersons) {
    for (const length of [321, 2_700])
      expect(await ask({ "x-service-acting-email": address(length) })).toBe("invalid_request");
    expect(await ask({ "x-service-acting-email": ` ${address(320)} ` })).not.toBe("invalid_request");
  }
});
