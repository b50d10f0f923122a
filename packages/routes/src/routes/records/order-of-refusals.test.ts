import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats } from "@service/domain/seats";
import { fakeClock, testOperator } from "@service/testing";
import { createHmac } from "node:crypto";
import { actor, type Actor, type Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

const now = new Date("2026-06-15T12:00:00.000Z");
const seconds = now.getTime() / 1000;
const secret = "an assertion secret of 32 characters";

type Form = "right" | "broken" | "without capability" | "sandbox";
/** A request that has nothing wrong with it; a fault changes one member. */
interface Sent {
  readonly organization: "rich" | "spent";
  readonly form: Form;
  readonly email: string;
  readonly lens: string | undefined;
  readonly assertion: "right" | "wrong" | "old";
  readonly query: Readonly<Record<string, string>>;
  readonly connection: "named" | "unknown" | "none";
  readonly isBusy: boolean;
  readonly client: "there" | "hidden";
  readonly body: unknown;
}
interface Fault {
  readonly name: string;
  readonly code: string;
  /** Faults of one step are not compared with each other. */
  readonly step: number;
  readonly change: Partial<Sent>;
}

const faultless: Sent = {
  organization: "rich",
  form: "right",
  email: "all@example.com",
  lens: undefined,
  assertion: "right",
  query: {},
  connection: "named",
  isBusy: false,
  client: "there",
  body: undefined,
};

let api: TestApi;
let organizations: Readonly<
  Record<Sent["organization"], { org: TestOrganization; book: TestBook; keys: Readonly<Record<Form, Actor>> }>
>;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false, clock: fakeClock(now) });
  organizations = { rich: await newOrganization(1_000_000), spent: await newOrganization(1) };
});
afterAll(() => api.stop());

async function newOrganization(requestsPerMinute: number) {
  const org = await api.organization({ requestsPerMinute });
  const { organizationId } = org;
  await setOrganization(api.deps, testOperator, organizationId, { recordsPosture: "lit", assertionSecret: secret });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "all", emails: ["all@example.com"], scope: "All" },
      { seat_key: "own", emails: ["own@example.com"], principal_ids: ["own"], scope: "Own" },
    ],
  });
  const book = await createTestBook(api.deps.db, { organizationId, name: "One" });
  await (await createTestBook(api.deps.db, { organizationId, name: "Two" })).serve();
  const puts = ["A1", "A2"].map((sourceId) => ({ family: "accounts" as const, sourceId, fields: { name: sourceId } }));
  await book.write({ puts });
  await book.serve();
  const scoped = await org.scoped(["records:read", "actions:write"]);
  const keys = {
    right: scoped,
    broken: actor("broken", api.url, `${scoped.apiKey?.slice(0, -1)}!`),
    "without capability": await org.scoped(["runs:read"]),
    sandbox: org.sandbox,
  };
  return { org, book, keys };
}

const faults: readonly Fault[] = [
  { name: "a wrong key", code: "unauthorized", step: 1, change: { form: "broken" } },
  { name: "no budget left", code: "rate_limited", step: 2, change: { organization: "spent" } },
  { name: "no capability", code: "insufficient_capability", step: 3, change: { form: "without capability" } },
  { name: "a key of a sandbox", code: "scoped_key_required", step: 3, change: { form: "sandbox" } },
  { name: "a wrong assertion", code: "assertion_invalid", step: 4, change: { assertion: "wrong" } },
  { name: "an old assertion", code: "assertion_stale", step: 4, change: { assertion: "old" } },
  { name: "nobody's address", code: "identity_unmapped", step: 5, change: { email: "nobody@example.com" } },
  { name: "a lens on nobody", code: "lens_target_unknown", step: 6, change: { lens: "principal:nobody" } },
  { name: "an unknown parameter", code: "invalid_request", step: 7, change: { query: { no_such: "1" } } },
  { name: "an unknown connection", code: "not_found", step: 8, change: { connection: "unknown" } },
  { name: "no connection of two", code: "book_connection_ambiguous", step: 8, change: { connection: "none" } },
  { name: "no place free", code: "book_unavailable", step: 9, change: { isBusy: true } },
  { name: "a client that is not there", code: "not_found", step: 10, change: { client: "hidden" } },
];
const ofLists: readonly Fault[] = [
  ...faults,
  {
    name: "a cursor of another list",
    code: "invalid_cursor",
    step: 7,
    change: { query: { cursor: "v1.0a1b2c3d.k3v5" } },
  },
];
/** A place is waited for two seconds: often enough on two routes. */
const isQuick = ({ change }: Fault): boolean => change.isBusy === undefined;
const ofOverlay: readonly Fault[] = [
  ...faults.filter(({ step }) => step <= 3),
  { name: "a lens", code: "book_lens_read_only", step: 4, change: { lens: "principal:own" } },
  ...faults
    .filter(({ step, name }) => step >= 4 && name !== "a lens on nobody")
    .map((fault) => ({ ...fault, step: fault.step + 2, code: "overlay_read_only" })),
  { name: "a body that is no JSON", code: "overlay_read_only", step: 12, change: { body: '{"broken' } },
];

function headersOf({ email, lens, assertion }: Sent): Record<string, string> {
  const at = assertion === "old" ? seconds - 400 : seconds;
  const digest = createHmac("sha256", assertion === "wrong" ? `not ${secret}` : secret)
    .update(`|${email}||${at}`)
    .digest("hex");
  return {
    "x-service-acting-email": email,
    "x-service-records-assertion": `v1.${at}.${digest}`,
    ...(lens === undefined ? {} : { "x-service-records-lens": lens }),
  };
}

type Ask = (
  by: Actor,
  path: string,
  options: { headers: Record<string, string>; query: Record<string, string> },
  body: unknown,
) => Promise<Answer>;
const get: Ask = (by, path, options) => by.get(path, options);
const routes: readonly (readonly [string, string, readonly Fault[], Ask])[] = [
  ["a row", "/records/accounts/{client}", faults, get],
  ["a list with a cursor", "/records/accounts/{client}/policies", ofLists, get],
  ["a summary", "/records/accounts/{client}/summary", faults.filter(isQuick), get],
  ["a timeline", "/records/accounts/{client}/timeline", ofLists.filter(isQuick), get],
  [
    "a coverage record that is put",
    "/records/accounts/{client}/policies/p/coverage-record",
    ofOverlay,
    (by, path, options, body) => by.put(path, body, options),
  ],
  [
    "an edit that is cancelled",
    "/records/edit-intents/{client}/cancel",
    ofOverlay,
    (by, path, options, body) => by.post(path, body, options),
  ],
];

async function codeOf(sent: Sent, path: string, ask: Ask): Promise<unknown> {
  const { org, book, keys } = organizations[sent.organization];
  const client = sent.client === "there" ? book.keyOf("accounts", "A1") : "c_none";
  const connections = {
    named: { connection_id: book.connectionId },
    unknown: { connection_id: org.organizationId },
    none: {},
  };
  const query = { ...sent.query, ...connections[sent.connection] };
  // Its one request of the minute.
  if (sent.organization === "spent") await keys.right.get("/records/status");
  const places = sent.isBusy
    ? await Promise.all(
        Array.from({ length: 32 }, () => api.deps.book.enter(org.organizationId, new AbortController().signal)),
      )
    : [];
  try {
    const answer = await ask(
      keys[sent.form],
      path.replace("{client}", client),
      { headers: headersOf(sent), query },
      sent.body,
    );
    return answer.status < 300 ? "accepted" : answer.body["code"];
  } finally {
    for (const leave of places) leave();
  }
}

describe.each(routes)("of two faults the earlier one is answered (REC-55): %s", (_what, path, faultsOfRoute, ask) => {
  const isOverlay = faultsOfRoute === ofOverlay;

  test("each alone", async () => {
    expect(await codeOf(faultless, path, ask)).toBe(isOverlay ? "overlay_read_only" : "accepted");
    for (const { name, code, change } of faultsOfRoute)
      expect([name, await codeOf({ ...faultless, ...change }, path, ask)]).toEqual([name, code]);
  });

  test("each pair", async () => {
    const members = ({ change }: Fault): readonly string[] => Object.keys(change);
    const pairs = faultsOfRoute.flatMap((earlier) =>
      faultsOfRoute
        .filter(
          (later) => later.step > earlier.step && !members(later).some((member) => members(earlier).includes(member)),
        )
        .map((later) => [earlier, later] as const),
    );
    expect(pairs.length).toBeGreaterThan(30);
    for (const [earlier, later] of pairs) {
      const answered = await codeOf({ ...faultless, ...later.change, ...earlier.change }, path, ask);
      expect([earlier.name, later.name, answered]).toEqual([earlier.name, later.name, earlier.code]);
    }
  });
});
