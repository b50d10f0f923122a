import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { Client as ServiceClient } from "@service/client";
import { type JsonObject, parseJsonObject } from "@service/json";
import { called, textOf } from "./testing/called.ts";
import { hostileClient, type McpWorld, people, startMcpWorld } from "./testing/mcp-world.ts";

// What people of an agency ask for, walked by an agent of code through the tools alone. What must stand in the ledger is
// computed beside it, from the files of the sample and by the service's own client.

/** A command as it must stand in the ledger. */
interface Wanted {
  readonly type: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: JsonObject;
}
interface Task {
  /** What the person asks for. */
  readonly ask: string;
  /** How the agent does it. */
  readonly walk: () => Promise<void>;
  readonly wanted: () => Promise<readonly Wanted[]> | readonly Wanted[];
}

let mcp: McpWorld;
let agent: Client;
let service: ServiceClient;
let accounts: JsonObject[];
let policies: JsonObject[];
let claims: JsonObject[];
beforeAll(async () => {
  mcp = await startMcpWorld();
  agent = await mcp.connect();
  service = new ServiceClient({ baseUrl: mcp.world.api.url, apiKey: mcp.apiKey, actingPrincipal: people.all });
  [accounts = [], policies = [], claims = []] = await Promise.all(["accounts", "policies", "claims"].map(mcp.sample));
});
afterAll(() => mcp.stop());

const policiesOf = (client: string): JsonObject[] => policies.filter((row) => row["client_key"] === client);
const nameOf = (client: string): string => textOf(accounts.find((row) => row["client_key"] === client)?.["name"]);
const expiring = (rows: readonly JsonObject[], month: string): JsonObject[] =>
  rows.filter((row) => textOf(row["expires_on"]).startsWith(month));

/** Every row of a list, page by page, in small pages. */
async function all(tool: string, args: Record<string, unknown>): Promise<readonly JsonObject[]> {
  const rows: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const page = await called(agent, tool, { limit: 7, ...args, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

async function find(name: string): Promise<string> {
  const found = (await all("search_clients", { q: name.split(" ")[0] })).filter((row) => row["name"] === name);
  expect(found).toHaveLength(1);
  return textOf(found[0]?.["client_key"]);
}

const write = (tool: string, args: Record<string, unknown>): Promise<unknown> => called(agent, tool, args);
const client = (sourceId: string): string => mcp.keyOf("accounts", sourceId);
const note = (sourceId: string, body: string): Wanted => ({
  type: "add_note",
  kind: "account",
  key: client(sourceId),
  payload: { body },
});

function renewals(of: string): Task {
  return {
    ask: `Which policies of ${of} expire in January 2027? Make a task for each.`,
    async walk() {
      const client_key = await find(nameOf(of));
      const january = { expires_from: "2027-01-01", expires_to: "2027-01-31" };
      for (const row of await all("list_policies", { client_key, ...january, limit: 2 }))
        await write("append_task", {
          about: { kind: "policy", key: row["policy_key"] },
          title: `Renew ${textOf(row["policy_number"])}`,
          due_on: row["expires_on"],
        });
    },
    wanted: () =>
      expiring(policiesOf(of), "2027-01").map((row) => ({
        type: "create_task",
        kind: "policy",
        key: mcp.keyOf("policies", row["policy_key"]),
        payload: {
          title: `Renew ${textOf(row["policy_number"])}`,
          due_on: row["expires_on"] ?? null,
        },
      })),
  };
}

function counted(of: string): Task {
  return {
    ask: `Note on ${of} how many of its policies are in force.`,
    async walk() {
      const client_key = await find(nameOf(of));
      const active = await all("list_policies", { client_key, status: "active" });
      await write("append_note", {
        about: { kind: "account", key: client_key },
        body: `${active.length} policies are in force.`,
      });
    },
    wanted: () => {
      const active = policiesOf(of).filter((row) => row["status"] === "active");
      return [note(of, `${active.length} policies are in force.`)];
    },
  };
}

const occurred_at = "2026-11-20T09:30:00Z";

function logged(of: string): Task {
  const payload = (day: unknown): JsonObject => ({
    channel: "call",
    direction: "out",
    summary: `Talked about ${textOf(day)}, the day on which its first policy ends.`,
    occurred_at,
  });
  return {
    ask: `I called ${of} about the policy in force that ends first. Log the call.`,
    async walk() {
      const client_key = await find(nameOf(of));
      const [first] = (
        await called(agent, "list_policies", { client_key, status: "active", sort: "expires_on", limit: 1 })
      ).rows;
      await write("log_activity", { about: { kind: "account", key: client_key }, ...payload(first?.["expires_on"]) });
    },
    wanted: () => {
      const days = policiesOf(of)
        .filter((row) => row["status"] === "active")
        .map((row) => textOf(row["expires_on"]));
      return [{ type: "log_activity", kind: "account", key: client(of), payload: payload(days.sort()[0]) }];
    },
  };
}

function completed(of: string): Task {
  return {
    ask: `The renewals of ${of} are done: complete their tasks.`,
    async walk() {
      for (const row of await all("list_tasks", { client_key: await find(nameOf(of)), status: "open" }))
        if (textOf(row["title"]).startsWith("Renew "))
          await write("complete_task", { task_key: row["task_key"], outcome: "done" });
    },
    async wanted() {
      const rows = [];
      for await (const row of service.records.tasks.list.each({ client_key: client(of) }))
        if (row.title.startsWith("Renew ")) rows.push(row.task_key);
      expect(rows).toHaveLength(expiring(policiesOf(of), "2027-01").length);
      return rows.map((key) => ({ type: "complete_task", kind: "task", key, payload: { outcome: "done" } }));
    },
  };
}

async function bestOf(of: string): Promise<string> {
  const { engines } = await service.engines.list();
  const engine_id = engines.find(({ slug }) => slug === "opportunity")?.id ?? "";
  const { data } = await service.opportunities.list({ engine_id, client_key: client(of), limit: 1 });
  return data[0]?.opportunity_id ?? "";
}

function taken(of: string): Task {
  const payload = { status: "in_progress", reason: "Taken up by the account manager." } as const;
  return {
    ask: `We work on the best opportunity of ${of}.`,
    async walk() {
      const [best] = (await called(agent, "list_opportunities", { client_key: await find(nameOf(of)), limit: 1 })).rows;
      await write("annotate_opportunity", { opportunity_id: best?.["opportunity_id"], ...payload });
    },
    wanted: async () => [{ type: "set_opportunity_status", kind: "opportunity", key: await bestOf(of), payload }],
  };
}

const openClaim = new Set(["open", "reopened"]);
const harbor = "hg-000015";
const deductible = "The deductible is 500 dollars.";

const tasks: readonly Task[] = [
  ...[1, 2, 4, 6, 7, 8, 9, 10, 12, 14].map((number) => renewals(id(number))),
  ...[3, 5, 11, 13].map((number) => counted(id(number))),
  ...[1, 6, 15, 19].map((number) => logged(id(number))),
  ...[1, 7, 12].map((number) => completed(id(number))),
  ...[1, 7].map((number) => taken(id(number))),
  {
    ask: "Compare the two quotes in the documents, and make a task with the headline.",
    async walk() {
      const quotes = (await all("search_documents", { q: "quote" })).map((row) => row["document"]);
      const items = quotes.map((document, index) => ({ key: `q${index + 1}`, documents: [document] }));
      const { fields } = await called(agent, "run_comparison", { label: "Olivepeak Plastics LLC", items });
      const output = await called(agent, "read_run", { run_id: fields["run_id"], at: "/output/headline" });
      await write("append_task", {
        about: { kind: "run", key: fields["run_id"] },
        title: textOf(output.rows[0]?.["text"]).slice(0, 200),
        source: { run_id: fields["run_id"] },
      });
    },
    async wanted() {
      const run = await service.call("runs.latest", { engine_slug: "comparison", subject_key: "client" });
      const title = textOf(run.output?.["headline"]).slice(0, 200);
      const payload = { title, source: { run_id: run.run_id } };
      return [{ type: "create_task", kind: "run", key: run.run_id, payload }];
    },
  },
  {
    ask: "What deductible does the wording state? Note it on Olivepeak Plastics.",
    async walk() {
      const [wording] = await all("search_documents", { q: "harborwording" });
      const document = await called(agent, "read_document", { document: wording?.["document"], from_page: 2 });
      const [piece] = document.listAt("pages");
      const [sentence = ""] = /The deductible is \d+ dollars[.]/.exec(textOf(piece?.["text"])) ?? [];
      await write("append_note", { about: { kind: "account", key: await find(nameOf(harbor)) }, body: sentence });
    },
    wanted: () => [note(harbor, deductible)],
  },
  {
    ask: "Ask the desk when it is open, and pin the answer to Coralbrook Roofing.",
    async walk() {
      const { fields } = await called(agent, "ask_assistant", {
        assistant: "desk",
        question: "When is the claims desk open?",
      });
      const about = { kind: "account", key: await find(nameOf(id(19))) };
      await write("append_note", { about, body: fields["answer"], pinned: true });
    },
    wanted: () => {
      const wanted = note(id(19), "The claims desk is open from 8 to 18. [1]");
      return [{ ...wanted, payload: { ...wanted.payload, pinned: true } }];
    },
  },
  {
    ask: "Make a task for each client with an open claim.",
    async walk() {
      for (const row of await all("search_clients", {})) {
        const { fields } = await called(agent, "get_client", { client_key: row["client_key"], limit: 1 });
        if (JSON.stringify(fields["summary"]).includes('"open_claims":0')) continue;
        await write("append_task", {
          about: { kind: "account", key: row["client_key"] },
          title: "Follow up on the open claim",
          category: "claims",
        });
      }
    },
    wanted: () =>
      [...new Set(claims.filter((row) => openClaim.has(textOf(row["status"]))).map((row) => row["client_key"]))].map(
        (of) => ({
          type: "create_task",
          kind: "account",
          key: client(textOf(of)),
          payload: { title: "Follow up on the open claim", category: "claims" },
        }),
      ),
  },
  {
    ask: "One task for each client with a policy that ends in February 2027, due in the middle of January.",
    async walk() {
      const rows = await all("list_policies", { expires_from: "2027-02-01", expires_to: "2027-02-28", limit: 2 });
      for (const key of new Set(rows.map((row) => row["client_key"])))
        await write("append_task", {
          about: { kind: "account", key },
          title: "Prepare February",
          due_on: "2027-01-15",
          priority: "high",
        });
    },
    wanted: () =>
      [...new Set(expiring(policies, "2027-02").map((row) => row["client_key"]))].map((of) => ({
        type: "create_task",
        kind: "account",
        key: client(textOf(of)),
        payload: { title: "Prepare February", due_on: "2027-01-15", priority: "high" },
      })),
  },
  {
    ask: "Which general liability policies of the book cost more than 20,000 a year? Flag each with a task.",
    async walk() {
      const lines = { line: "general_liability", status: "active", sort: "-premium" };
      for (const row of await all("list_policies", lines))
        if (Number(row["premium"]) > 20_000)
          await write("append_task", { about: { kind: "policy", key: row["policy_key"] }, title: "Check the premium" });
    },
    wanted: () =>
      policies
        .filter((row) => row["line"] === "general_liability" && row["status"] === "active")
        .filter((row) => Number(row["premium"]) > 20_000)
        .map((row) => ({
          type: "create_task",
          kind: "policy",
          key: mcp.keyOf("policies", row["policy_key"]),
          payload: { title: "Check the premium" },
        })),
  },
  {
    ask: "Read what stands about Hostile Harbor, and note that I have reviewed it.",
    async walk() {
      const client_key = await find(hostileClient);
      await called(agent, "get_client", { client_key });
      await called(agent, "list_notes", { client_key });
      await write("append_note", { about: { kind: "account", key: client_key }, body: "Reviewed." });
    },
    wanted: () => [note("hostile", "Reviewed.")],
  },
];

function id(number: number): string {
  return `hg-${String(number).padStart(6, "0")}`;
}

test("MCP-40: thirty tasks leave the right commands in the ledger, and walked again none", async () => {
  expect(tasks).toHaveLength(30);
  const wanted: string[] = [];
  for (const { ask, walk, wanted: of } of tasks) {
    const before = (await mcp.ledger()).length;
    await walk();
    const commands = (await of()).map(shown);
    const written = (await mcp.ledger()).slice(before).map(commandOf).map(shown);
    expect([ask, written.toSorted()]).toEqual([ask, commands.toSorted()]);
    wanted.push(...commands);
  }
  const ledger = await mcp.ledger();
  expect(wanted.length).toBeGreaterThan(50);
  expect(ledger.map(commandOf).map(shown).toSorted()).toEqual(wanted.toSorted());
  expect(new Set(ledger.map((row) => `${textOf(row["actor_type"])}:${textOf(row["actor_principal"])}`))).toEqual(
    new Set([`agent:${people.all}`]),
  );
  // The same again, as after a process that was restarted: with a connection of its own.
  agent = await mcp.connect();
  for (const { walk } of tasks) await walk();
  expect(await mcp.ledger()).toEqual(ledger);
});

function commandOf(row: JsonObject): Wanted {
  const { type, entity, payload } = row;
  const { kind, key } = objectOf(entity);
  return { type: textOf(type), kind: textOf(kind), key: textOf(key), payload: objectOf(payload) };
}

function objectOf(value: unknown): JsonObject {
  return parseJsonObject(JSON.stringify(value ?? {}));
}

/** One line for one command, whatever the order of its members. */
function shown({ type, kind, key, payload }: Wanted): string {
  const members = Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([type, kind, key, members]);
}
