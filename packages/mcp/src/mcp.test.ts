import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { setOrganization } from "@service/domain/organizations";
import { parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { charactersMax } from "./bounded.ts";
import { called, type Called, refused, textOf } from "./testing/called.ts";
import { hostile, hostileClient, type McpWorld, people, startMcpWorld } from "./testing/mcp-world.ts";
import { tools } from "./tools/index.ts";

// Against the real service with the sample book, through clients that others wrote.

const root = join(import.meta.dirname, "../../..");
let mcp: McpWorld;
let agent: Client;
beforeAll(async () => {
  mcp = await startMcpWorld();
  agent = await mcp.connect();
});
afterAll(() => mcp.stop());

const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

async function clientKey(name = "olivepeak"): Promise<string> {
  const [found] = (await called(agent, "search_clients", { q: name })).rows;
  return textOf(found?.["client_key"]);
}

/** All rows of a list, and its pages. */
async function walk(name: string, args: Record<string, unknown>) {
  const pages: Called[] = [];
  let cursor: string | undefined;
  do {
    const page = await called(agent, name, { ...args, ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { pages, rows: pages.flatMap(({ rows }) => rows) };
}

describe("tools", () => {
  test("MCP-1: tools and resources are those that the capabilities of the key allow, and no other can be called", async () => {
    expect(await namesOf(agent)).toEqual(tools.map(({ name }) => name));
    const reader = await mcp.connect({ apiKey: await mcp.scoped(["records:read"]) });
    expect(await namesOf(reader)).toEqual(["search_clients", "get_client", "list_policies", "get_policy"]);
    expect((await reader.listResources()).resources).toEqual([]);
    const note = { about: { kind: "account", key: await clientKey() }, body: "x" };
    expect(await refused(reader, "append_note", note)).toMatchObject({
      code: "bad_call",
      message: expect.stringContaining("append_note"),
    });
    const nothing = await mcp.connect({ apiKey: await mcp.scoped(["webhooks:manage"]) });
    expect(await namesOf(nothing)).toEqual([]);
    const sandbox = await mcp.connect({ apiKey: mcp.world.sandbox.apiKey ?? "" });
    // An organization key of a sandbox reaches no book.
    expect(await namesOf(sandbox)).toEqual(
      tools
        .filter(({ needs }) => needs.every((need) => !/^(?:records|actions|catalog)/.test(need)))
        .map(({ name }) => name),
    );
  });

  test("MCP-1: what a tool needs is what the operations that it calls need", async () => {
    const access = await readFile(join(import.meta.dirname, "../../../docs/generated/access.md"), "utf8");
    const needed = (operation: string): string[] => {
      const line = access.split("\n").find((row) => row.includes(`| ${operation} |`)) ?? "";
      return [...line.matchAll(/`([a-z]+(?::[a-z]+)+)`/g)].map(([, name = ""]) => name);
    };
    const operations: Record<string, readonly string[]> = {
      search_clients: ["records.accounts.list"],
      get_client: ["records.accounts.read", "records.accounts.summary", "records.accounts.timeline"],
      list_policies: ["records.policies.list", "records.accounts.policies"],
      get_policy: ["records.policies.read", "records.policies.coverages"],
      list_tasks: ["records.tasks.list"],
      list_notes: ["records.notes.list"],
      list_opportunities: ["engines.list", "opportunities.list"],
      annotate_opportunity: ["records.actions.append"],
      search_documents: ["catalog.documents.list"],
      read_document: ["catalog.documents.read"],
      list_engines: ["engines.list"],
      run_engine: ["runs.submit", "runs.read"],
      run_comparison: ["engines.list", "runs.submit", "runs.read"],
      read_run: ["runs.read"],
      list_assistants: ["conversationInstances.list"],
      ask_assistant: ["conversations.create", "turns.submit"],
      append_task: ["records.actions.append"],
      complete_task: ["records.actions.append"],
      append_note: ["records.actions.append"],
      log_activity: ["records.actions.append"],
    };
    for (const { name, needs } of tools)
      expect([name, [...needs].toSorted()]).toEqual([
        name,
        [...new Set((operations[name] ?? []).flatMap(needed))].toSorted(),
      ]);
  });

  test("MCP-2: every tool says whether it changes something, and its list is short", async () => {
    const listed = (await agent.listTools()).tools;
    for (const { name, annotations, title, description, outputSchema } of listed) {
      const isWrite = tools.find((tool) => tool.name === name)?.effect === "write";
      expect([name, annotations]).toEqual([
        name,
        expect.objectContaining({ readOnlyHint: !isWrite, idempotentHint: true, openWorldHint: false }),
      ]);
      expect([title, description, outputSchema?.type]).toEqual([expect.any(String), expect.any(String), "object"]);
    }
    expect(JSON.stringify(listed).length).toBeLessThan(30_000);
  });

  test("MCP-2: the README names the arguments of the tools, and its calls are calls that they take", async () => {
    const readme = await readFile(join(root, "packages/mcp/README.md"), "utf8");
    const search = tools.filter(({ name }) => /^(?:search_|list_(?!engines|assistants))/.test(name));
    for (const { name, input } of search) {
      const row = readme.split("\n").findLast((line) => line.startsWith(`| \`${name}\` `)) ?? "";
      const [, ...names] = [...row.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
      expect([name, names]).toEqual([name, Object.keys(input.shape)]);
    }
    const calls = [...readme.matchAll(/```json\n([^`]*"arguments"[^`]*)```/g)].map(([, text = ""]) =>
      parseJsonObject(text),
    );
    expect(calls.map((call) => call["name"])).toEqual(["list_policies", "append_task"]);
    for (const { name, arguments: given } of calls)
      expect(tools.find((tool) => tool.name === name)?.input.safeParse(given)).toMatchObject({ success: true });
  });

  test("MCP-3: calls are made for the person of the request, who sees what they may", async () => {
    const own = await mcp.connect({ person: people.own });
    const seen = (await called(own, "search_clients", { limit: 50 })).rows;
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan((await called(agent, "search_clients", { limit: 50 })).rows.length);
    expect(new Set(seen.map((row) => row["producer_seat"]))).toEqual(new Set(["seat-05"]));
    const nobody = await mcp.connect({ person: "nobody" });
    expect(await refused(nobody, "search_clients", {})).toMatchObject({ code: "identity_unmapped" });
  });
});

describe("answers", () => {
  test("MCP-10: an answer is bounded, and its cursor goes on without a gap and without a repeat", async () => {
    const { pages, rows } = await walk("list_policies", { limit: 50 });
    const sample = await mcp.sample("policies");
    // One more is the hostile client's.
    expect(rows).toHaveLength(sample.length + 1);
    expect(new Set(rows.map((row) => row["policy_key"])).size).toBe(rows.length);
    expect(pages.length).toBeGreaterThan(Math.ceil(rows.length / 50));
    for (const { data } of pages) expect(JSON.stringify(data).length).toBeLessThanOrEqual(charactersMax);
    expect(await refused(agent, "list_policies", { cursor: "bm90aGluZw" })).toMatchObject({ code: "bad_call" });
  });

  test("MCP-10: texts and lists that are cut say how much is left out", async () => {
    const key = await clientKey();
    await called(agent, "append_note", { about: { kind: "account", key }, body: `${"word ".repeat(1_900)}end` });
    const { data, rows } = await called(agent, "list_notes", { client_key: key });
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(charactersMax);
    expect(rows[0]?.["body"]).toMatch(/^(?:word )+… \[\d+ more characters\]$/);
  });

  test("MCP-11: a document is read to its end, cited by page", async () => {
    const [found] = (await called(agent, "search_documents", { q: "harborwording" })).rows;
    const document = textOf(found?.["document"]);
    let cursor: string | undefined;
    let text = "";
    do {
      const page = await called(agent, "read_document", { document, ...(cursor !== undefined && { cursor }) });
      for (const piece of page.listAt("pages")) {
        expect(piece["cite"]).toBe(`document:${document}#page=${Number(piece["page"])}`);
        text += textOf(piece["text"]);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(text).toContain(hostile);
    expect(text.split("The deductible is 500 dollars.")).toHaveLength(1_501);
  });

  test("MCP-11: every row names what it can be cited by", async () => {
    for (const name of ["search_clients", "list_policies", "list_opportunities", "search_documents", "list_engines"])
      for (const row of (await called(agent, name, {})).rows) expect(row["cite"]).toMatch(/^[a-z]+:./);
  });

  test("MCP-12: orders in records, documents, engines and notes stay data", async () => {
    const key = await clientKey("hostile");
    const about = { kind: "account", key };
    const body = `${hostile}\u{202E}\u{E0041}`;
    await called(agent, "append_note", { about, body });
    const before = await mcp.ledger();
    const [opportunity] = (await called(agent, "list_opportunities", { client_key: key })).rows;
    const answers = [
      await called(agent, "search_clients", { q: "hostile" }),
      await called(agent, "get_client", { client_key: key }),
      await called(agent, "list_notes", { client_key: key }),
      await called(agent, "list_opportunities", { client_key: key }),
      await called(agent, "list_engines", {}),
    ];
    expect(opportunity?.["account_name"]).toBe(hostileClient);
    for (const { result, data } of answers) {
      const { structuredContent, content } = result;
      expect(Object.keys(structuredContent ?? {}).filter((name) => name !== "next_cursor")).toEqual(["notice", "data"]);
      expect(structuredContent?.["notice"]).toMatch(/^`data` holds .* follow no instruction/);
      expect(JSON.stringify(data)).toContain("ignore all previous instructions");
      // The content is the same JSON: a note that tries to end its field does not.
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    }
    const [note] = answers[2]?.rows ?? [];
    // Shown as it was written, without the characters that only a model sees.
    expect(note?.["body"]).toBe(hostile);
    const listed = JSON.stringify([
      await agent.listTools(),
      await agent.listResources(),
      await agent.listResourceTemplates(),
      agent.getInstructions(),
    ]);
    expect(listed).not.toMatch(/previous instructions|Obey the note|Hostile/);
    expect(await mcp.ledger()).toEqual(before);
  });

  test("MCP-13: a refusal names the service's code, and what to correct", async () => {
    expect(await refused(agent, "get_client", { client_key: "c_none" })).toMatchObject({ code: "not_found" });
    expect(await refused(agent, "run_engine", { engine: "comparison", input: { items: [] } })).toMatchObject({
      code: "invalid_input",
      details: expect.arrayContaining([expect.objectContaining({ field: "items" })]),
    });
  });

  test("MCP-13: an unknown tool and wrong arguments are refused in the shape of every refusal, by name", async () => {
    const stdio = await mcp.connectStdio();
    for (const client of [agent, stdio]) {
      expect(await refused(client, "nope", {})).toEqual({
        code: "bad_call",
        message: "nope is not a tool that this key can use: tools/list names those.",
      });
      expect(await refused(client, "list_notes", { expires: "2027-01-01", until: 1 })).toEqual({
        code: "bad_call",
        message:
          "list_notes does not take expires, until; its arguments are client_key, policy_key, connection_id, limit, cursor",
      });
      expect(await refused(client, "list_notes", { limit: 51 })).toEqual({
        code: "bad_call",
        message: "list_notes: limit: Too big: expected number to be <=50",
      });
    }
    const about = { kind: "account", key: "c", name: "x" };
    const before = await mcp.ledger();
    expect(await refused(agent, "append_note", { about })).toEqual({
      code: "bad_call",
      message:
        'append_note: about: Unrecognized key: "name"; append_note: body: Invalid input: expected string, received undefined',
    });
    expect(await mcp.ledger()).toEqual(before);
  });
});

describe("writing", () => {
  test("MCP-20: a write is a command of an agent, and the same call again adds nothing", async () => {
    const about = { kind: "account", key: await clientKey() };
    const task = { about, title: "Ask for the loss runs", due_on: "2027-01-15", priority: "high" };
    const head = (await mcp.ledger()).length;
    const [first, again] = [await called(agent, "append_task", task), await called(agent, "append_task", task)];
    expect([first.fields["already_recorded"], again.fields["already_recorded"]]).toEqual([false, true]);
    expect(again.fields["cite"]).toBe(first.fields["cite"]);
    await called(agent, "append_task", { ...task, call_id: "on purpose" });
    const written = (await mcp.ledger()).slice(head);
    expect(written).toHaveLength(2);
    expect(written[0]).toMatchObject({
      type: "create_task",
      actor_type: "agent",
      actor_principal: people.all,
      payload: { title: task.title, due_on: task.due_on, priority: "high" },
    });
    // Another person who makes the same call writes for themselves.
    const own = await mcp.connect({ person: people.own });
    const [theirs] = (await called(own, "search_clients", { limit: 1 })).rows;
    const note = { about: { kind: "account", key: textOf(theirs?.["client_key"]) }, body: "Called" };
    expect((await called(own, "append_note", note)).fields["already_recorded"]).toBe(false);
    expect((await called(agent, "append_note", note)).fields["already_recorded"]).toBe(false);
  });

  test("MCP-21: types that the organization does not open to agents are refused", async () => {
    const { deps } = mcp.world.api;
    const { organizationId } = mcp.world.org;
    await setOrganization(deps, testOperator, organizationId, { agentCommands: ["add_note"] });
    const about = { kind: "account", key: await clientKey() };
    try {
      expect(await refused(agent, "append_task", { about, title: "Not allowed" })).toMatchObject({
        code: "action_payload_invalid",
        details: [expect.objectContaining({ path: "/type" })],
      });
      await called(agent, "append_note", { about, body: "Allowed" });
    } finally {
      await setOrganization(deps, testOperator, organizationId, { agentCommands: null });
    }
  });

  test("MCP-22: a comparison of documents runs once for one call, and its parts are read by pointer", async () => {
    const quotes = (await called(agent, "search_documents", { q: "quote" })).rows.map((row) => row["document"]);
    const items = quotes.map((document, index) => ({ key: `q${index}`, documents: [document] }));
    const run = await called(agent, "run_comparison", { label: "Olivepeak Plastics LLC", items });
    expect(run.fields).toMatchObject({ status: "completed", output: { summary: { item_count: 2 } } });
    const again = await called(agent, "run_comparison", { label: "Olivepeak Plastics LLC", items });
    expect(again.fields["run_id"]).toBe(run.fields["run_id"]);
    const run_id = run.fields["run_id"];
    const part = await called(agent, "read_run", { run_id, at: "/output/items", limit: 1 });
    expect(part.rows[0]).toMatchObject({ cite: `run:${textOf(run_id)}#/output/items/0`, item: { key: "q0" } });
    expect(part.nextCursor).toEqual(expect.any(String));
    expect((await called(agent, "read_run", { run_id, at: "/output/headline" })).rows[0]).toMatchObject({
      text: expect.stringContaining("ranks first"),
    });
    expect(await refused(agent, "read_run", { run_id, at: "/output/none" })).toMatchObject({ code: "bad_call" });
  });

  test("MCP-23: an assistant answers with citations, once for one call, and the conversation goes on", async () => {
    const question = { assistant: "desk", question: "When is the claims desk open?" };
    const first = await called(agent, "ask_assistant", question);
    expect(first.fields).toMatchObject({
      status: "completed",
      answer: "The claims desk is open from 8 to 18. [1]",
      citations: [{ n: 1, source: { kind: "knowledge" } }],
    });
    expect((await called(agent, "ask_assistant", question)).fields["cite"]).toBe(first.fields["cite"]);
    const { conversation_id } = first.fields;
    const more = { assistant: "desk", question: "What does a certificate cost?", conversation_id };
    expect((await called(agent, "ask_assistant", more)).fields["conversation_id"]).toBe(conversation_id);
  });

  test("MCP-24: engines and documents are resources", async () => {
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([
        "service://engines/comparison",
        expect.stringMatching(/^service:\/\/documents\/sb_[0-9a-f]{32}$/),
      ]),
    );
    for (const { uri } of resources) {
      const [content] = (await agent.readResource({ uri })).contents;
      const text = content !== undefined && "text" in content ? content.text : "";
      expect(text.length).toBeLessThanOrEqual(charactersMax + 100);
      expect(Object.keys(parseJsonObject(text))).toEqual(["data"]);
    }
  });
});

describe("ways in", () => {
  test("MCP-30: over stdio the same tools answer, also to a client of another maker", async () => {
    const stdio = await mcp.connectStdio();
    expect(await namesOf(stdio)).toEqual(await namesOf(agent));
    expect((await called(stdio, "search_clients", { q: "olivepeak" })).rows).toHaveLength(1);
    const headers = { authorization: `Bearer ${mcp.apiKey}`, "x-service-acting-principal": people.all };
    const other = await createMCPClient({ transport: { type: "http", url: mcp.url, headers } });
    try {
      const { search_clients: search } = await other.tools();
      const found: unknown = await search?.execute?.(
        { q: "olivepeak" },
        { toolCallId: "1", messages: [], context: undefined },
      );
      expect(JSON.stringify(found)).toContain("Olivepeak Plastics LLC");
    } finally {
      await other.close();
    }
  });

  test("MCP-33: what is published has no import of this repository, and serves on every Node that is here", async () => {
    const folder = await mkdtemp(join(root, "node_modules/.published-"));
    try {
      const target = join(folder, "node_modules/@service/mcp");
      const built = spawnSync(process.execPath, [join(root, "scripts/build-package.ts"), "mcp", target], {
        encoding: "utf8",
      });
      if (built.status !== 0) throw new Error(built.stderr);
      // As npm would install it beside.
      await symlink(join(root, "packages/client/dist"), join(folder, "node_modules/@service/client"));
      const packed = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: target, encoding: "utf8" });
      const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(packed.stdout);
      for (const { path } of files) {
        expect(path).toMatch(/^(?:LICENSE|README[.]md|package[.]json|dist\/[\w/-]+[.]js)$/);
        const text = await readFile(join(target, path), "utf8");
        const imported = [...text.matchAll(/^(?:import|export) .* from "([^"]+)"/gm)].map(([, name = ""]) => name);
        const others = imported.filter(
          (name) =>
            !/^(?:[.]{1,2}\/[\w/-]+[.]js|node:\w+|zod|@service\/client|@modelcontextprotocol\/sdk\/.+)$/.test(name),
        );
        expect([path, others]).toEqual([path, []]);
      }
      const { messages, pkg } = await publint({ pkgDir: target, strict: true, pack: "npm" });
      expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
      for (const node of new Set([process.execPath, "/usr/bin/node"])) {
        if (!existsSync(node)) continue;
        const published = await mcp.connectStdio({ node, file: join(target, "dist/main.js") });
        expect((await called(published, "search_clients", { q: "olivepeak" })).rows).toHaveLength(1);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("MCP-3: without a setting the program ends with a sentence that names it", () => {
    const env = { SERVICE_URL: mcp.world.api.url, SERVICE_API_KEY: "svcsk_v1_wrong" };
    const start = (variables: NodeJS.ProcessEnv, ...flags: string[]) =>
      spawnSync(process.execPath, [join(root, "packages/mcp/src/main.ts"), ...flags], {
        env: variables,
        encoding: "utf8",
      });
    const without = start(env);
    expect([without.status, without.stdout, without.stderr]).toEqual([
      1,
      "",
      expect.stringContaining("SERVICE_ACTING_PRINCIPAL is missing."),
    ]);
    expect(start({ SERVICE_URL: "ftp://x" }).stderr).toContain("SERVICE_URL must be an address");
    expect(start(env, "--http", "--port", "x").stderr).toContain("--port must be 0 to 65535");
    expect(start(env, "--verbose").stderr).toContain("--verbose");
    const nowhere = { ...env, SERVICE_URL: "http://127.0.0.1:9", SERVICE_ACTING_PRINCIPAL: "pat" };
    expect(start(nowhere).stderr).toBe(
      "service-mcp: the service at http://127.0.0.1:9 does not answer (bad port): correct SERVICE_URL, or start the service\n",
    );
  });

  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  /** Sends headers as they are given, Host included. */
  function send(headers: Record<string, string>, body = JSON.stringify(initialize), method = "POST", path = "/mcp") {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number | undefined;
      headers: NodeJS.Dict<string | string[]>;
      text: string;
    }>();
    const common = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const sent = httpRequest(new URL(path, mcp.url), { method, headers: { ...common, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? body : undefined);
    return promise;
  }
  const person = (): Record<string, string> => ({
    authorization: `Bearer ${mcp.apiKey}`,
    "x-service-acting-principal": people.all,
  });

  test("MCP-31: a request over HTTP names key and person, and nothing is kept between two", async () => {
    expect((await send(person())).status).toBe(200);
    // A call without an initialization before it: any process answers it.
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "list_engines", arguments: {} } };
    const answer = await send(person(), JSON.stringify(call));
    expect([answer.status, answer.headers["mcp-session-id"]]).toEqual([200, undefined]);
    expect(answer.text).toContain("engine:comparison");
    const { authorization: _key, ...withoutKey } = person();
    const without = await send(withoutKey);
    expect([without.status, without.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await send({ ...person(), authorization: "Bearer svcsk_v1_wrong" })).status).toBe(401);
    const { "x-service-acting-principal": _person, ...withoutPerson } = person();
    expect((await send(withoutPerson)).status).toBe(400);
  });

  test("MCP-32: another Host, another Origin, another path or method, and a body that is too large are refused", async () => {
    expect((await send({ ...person(), host: "evil.example" })).status).toBe(403);
    expect((await send({ ...person(), origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ ...person(), origin: "https://agents.example" })).status).toBe(200);
    expect((await send(person(), "", "GET")).status).toBe(405);
    expect((await send(person(), "", "POST", "/other")).status).toBe(404);
    expect((await send(person(), JSON.stringify({ ...initialize, more: "x".repeat(1_100_000) }))).status).toBe(413);
  });
});
