import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { passTestGate } from "@service/domain/testing";
import type { Json, JsonObject } from "@service/json";
import { routes } from "../routes/index.ts";
import type { Actor, Answer } from "../testing/checked-client.ts";
import { hoursQuestion, startTurnWorld, turnConfig, type TurnWorld } from "../testing/turn-world.ts";

type Route = (typeof routes)[number];

let world: TurnWorld;
let stranger: Actor;
const ids: Record<string, string> = { slug: "guarded", version: "1", scenario_key: "hours" };
const pat = { "x-service-acting-principal": "pat" };
const absent = "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11";
const instance = "/conversation-instances/guarded";
const boundary = "----a-boundary";
const form = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nwords\r\n--${boundary}--\r\n`;

const scenario = {
  key: "another",
  title: "Hours",
  turns: [{ user: hoursQuestion, assertions: [{ type: "contains", values: ["8 to 18"] }] }],
};
/** What a well-formed request of a route has besides its path; a new route needs none unless it takes a body. */
const requests: Readonly<Record<string, { body?: Json; headers?: Record<string, string> }>> = {
  "conversationInstances.update": { body: { label: "Guarded" } },
  "conversationInstances.draft.save": {
    body: { config: { ...turnConfig, attachments: { enabled: true } } },
    headers: { "if-match": '"1"' },
  },
  "conversations.update": { body: { title: "Renamed" } },
  "conversations.annotations.create": { body: { target: { type: "conversation" }, kind: "comment", comment: "Fine." } },
  "conversations.annotations.update": { body: { comment: "Better." }, headers: { "if-match": '"1"' } },
  "conversations.annotations.promote": { body: { key: "promoted", assertions: scenario.turns[0]?.assertions ?? [] } },
  "evalScenarios.create": { body: scenario },
  "evalScenarios.update": { body: { title: "Hours of the desk" }, headers: { "if-match": '"1"' } },
  "turns.submit": { body: { text: hoursQuestion } },
};

beforeAll(async () => {
  world = await startTurnWorld({ hasFiles: true });
  const { sandbox, org } = world;
  ({ sandbox: stranger } = await world.api.organization());
  const idOf = (answer: Answer, name: string): string => {
    if (answer.status >= 300) throw new Error(answer.text);
    return String(answer.body[name]);
  };
  await world.instance("guarded", { ...turnConfig, attachments: { enabled: true } });
  await passTestGate(world.api.deps.db, { organizationId: org.organizationId, slug: "guarded" });
  await org.organization.post(`${instance}/versions`, {});
  const conversations = `${instance}/conversations`;
  const headers = { headers: pat };
  ids["conversation_id"] = idOf(await sandbox.post(conversations, {}, headers), "conversation_id");
  const at = `${conversations}/${ids["conversation_id"]}`;
  const turnAnswer = await sandbox.post(
    `${at}/turns`,
    { text: hoursQuestion },
    { headers: { ...pat, accept: "application/json" } },
  );
  ids["turn_id"] = idOf(turnAnswer, "turn_id");
  const comment = { target: { type: "turn", turn_id: ids["turn_id"] }, kind: "comment", comment: "Yes." };
  ids["annotation_id"] = idOf(await sandbox.post(`${at}/annotations`, comment, headers), "annotation_id");
  const sent = await sandbox.post(`${at}/attachments`, Buffer.from(form), {
    headers: { ...pat, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  ids["attachment_id"] = idOf(sent, "attachment_id");
  await sandbox.post(`${instance}/eval-scenarios`, { ...scenario, key: "hours" });
  ids["eval_run_id"] = idOf(await sandbox.post(`${instance}/eval-runs`, {}), "eval_run_id");
});
afterAll(() => world.stop());

/** Routes of one instance; what is changed last comes last, so that everything before it is there. */
const guarded = routes
  .filter(({ path }) => path.includes("/conversation-instances/{slug}"))
  .toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE") || b.path.length - a.path.length);

async function call(
  route: Route,
  by: Actor,
  given: { headers?: Record<string, string>; ids?: Record<string, string> } = {},
): Promise<Answer> {
  const { body, headers } = requests[route.id] ?? {};
  const query = route.id === "evalRuns.diff" ? { against: ids["eval_run_id"] ?? absent } : undefined;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ({ ...ids, ...given.ids })[name] ?? absent);
  const isUpload = route.id === "attachments.upload";
  const options = {
    headers: {
      ...headers,
      ...given.headers,
      ...(isUpload && { "content-type": `multipart/form-data; boundary=${boundary}` }),
    },
    ...(query && { query }),
  };
  const sent = isUpload ? Buffer.from(form) : body;
  switch (route.method) {
    case "GET":
      return by.get(path, options);
    case "POST":
      return by.post(path, sent, options);
    case "PUT":
      return by.put(path, sent, options);
    case "PATCH":
      return by.patch(path, sent, options);
    case "DELETE":
      return by.delete(path, options);
  }
}

const codesOf = ({ status, body }: Answer) => [status, String(body["code"])];
const shown = ({ status, body }: Answer): JsonObject => {
  const { code, message } = body;
  return { status, code: String(code), message: String(message) };
};

test("each route of conversations refuses no key, another capability, scoped keys on routes of the organization, another organization, environment and person (KEY-11, KEY-12, CONV-7, CONV-20, ATT-10, EVAL-58)", async () => {
  const { org, api } = world;
  const wrong = await org.scoped(["runs:read", "records:read"], [], "sandbox");
  const scoped = await org.scoped(["conversations:use", "conversations:export"], [], "sandbox");
  expect(guarded.length).toBeGreaterThan(35);
  for (const route of guarded) {
    const expected: Record<string, readonly unknown[]> = {
      "no key": [401, "unauthorized"],
      "another capability": [403, "insufficient_capability"],
      "another organization": [404, "conversation_instance_not_found"],
    };
    const answers: Record<string, Answer> = {
      "no key": await call(route, api.anonymous),
      "another capability": await call(route, wrong),
      "another organization": await call(route, stranger),
    };
    const isOfOrganization = route.access.rule.key === "organization";
    if (isOfOrganization) {
      expected["a scoped key"] = [403, "insufficient_capability"];
      answers["a scoped key"] = await call(route, scoped);
    }
    const isOfConversation = route.path.includes("{conversation_id}");
    if (isOfConversation || route.path.includes("{eval_run_id}")) {
      const code = isOfConversation ? "conversation_not_found" : "eval_run_not_found";
      expected["another environment"] = [404, code];
      answers["another environment"] = await call(route, org.organization);
      if (isOfConversation) {
        const lee = { "x-service-acting-principal": "lee" };
        expected["another person"] = [404, code];
        answers["another person"] = await call(route, org.sandbox, { headers: lee });
        const longer = { "x-service-acting-principal": "p".repeat(256) };
        expected["a person with too long a name"] = [400, "invalid_request"];
        answers["a person with too long a name"] = await call(route, org.sandbox, { headers: longer });
        // As if it were not there.
        const nothing = await call(route, org.sandbox, { ids: { conversation_id: absent } });
        for (const who of ["another environment", "another person"])
          expect([route.id, who, shown(answers[who] ?? nothing)]).toEqual([route.id, who, shown(nothing)]);
      }
    }
    const got = Object.fromEntries(Object.entries(answers).map(([who, answer]) => [who, codesOf(answer)]));
    expect([route.id, got]).toEqual([route.id, expected]);
  }
  for (const [by, headers] of [
    [org.organization, {}],
    [org.sandbox, { "x-service-acting-principal": "lee" }],
  ] as const)
    expect((await by.get(`${instance}/conversations`, { headers })).body["conversations"]).toEqual([]);
  // The same requests by who may make them: none of the refusals above had another reason.
  for (const route of guarded) {
    const { status } = await call(route, org.sandbox, { headers: pat });
    expect([route.id, [400, 401, 403, 404].includes(status) && status]).toEqual([route.id, false]);
  }
});
