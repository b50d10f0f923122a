import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ConversationExport, ExportedMessages } from "@service/contract";
import { listChanges } from "@service/domain/audit";
import { insertTestTurn, passTestGate } from "@service/domain/testing";
import { noEvidence } from "@service/domain/grounding";
import { parseJsonObject } from "@service/json";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let key: Actor;
const desk = "/conversation-instances/desk/conversations";
const citations = JSON.stringify([
  {
    n: 1,
    source: { kind: "knowledge", ref: { key: "hours", passage: 1 }, title: "Opening hours", locator: null },
    quote: "From 8 to 5.",
    span: null,
  },
]);

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  await key.post("/conversation-instances", { slug: "desk", label: "Desk" });
  await passTestGate(api.deps.db, { organizationId: org.organizationId, slug: "desk" });
  await key.post("/conversation-instances/desk/versions");
});
afterAll(() => api.stop());

const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
/** A conversation with two turns, a branch of the first, and one that has not ended. @returns its path. */
async function aConversation(options = {}): Promise<{ readonly id: string; readonly path: string }> {
  const body = { title: "Renewal", seed: [{ role: "user", text: "Hello" }] };
  const id = String((await key.post(desk, body, options)).body["conversation_id"]);
  const first = await insertTestTurn(api.deps.db, id, { input: "When open?", output: "From 8 to 5. [1]", citations });
  await insertTestTurn(api.deps.db, id, { input: "Edited away", output: "On the other branch." });
  await insertTestTurn(api.deps.db, id, { input: "=SUM(A1)", output: '+1, "quoted"\nand more', parentTurnId: first });
  await api.deps.db.pool.query({
    text: `update turns set instance_version = 1 where conversation_id = $1`,
    values: [id],
  });
  await api.deps.db.pool.query({
    text: `update turn_attempts set egress = '{"destination":"openai_compatible","parts":[]}' where turn_id = $1`,
    values: [first],
  });
  return { id, path: `${desk}/${id}/export` };
}
const exporting = () => org.scoped(["conversations:export"]);
const read = (by: Actor, path: string, format?: string) =>
  by.get(path, format === undefined ? {} : { query: { format } });

describe("exporting", () => {
  test("json has everything, and the log knows who exported (CONV-61, CONV-62)", async () => {
    const { id, path } = await aConversation();
    await insertTestTurn(api.deps.db, id, { status: "queued", input: "Not yet answered" });
    await key.post(`${desk}/${id}/annotations`, {
      target: { type: "conversation" },
      kind: "comment",
      comment: "Fine.",
    });
    const by = await exporting();
    const answer = await read(by, path);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="conversation-${id}.json"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const whole = ConversationExport.strict().parse(JSON.parse(answer.text));
    expect(whole).toMatchObject({
      export_version: 1,
      instance: { slug: "desk" },
      conversation: { conversation_id: id, title: "Renewal", seed: [{ role: "user", text: "Hello" }] },
      annotations: [{ comment: "Fine." }],
      attachments: [],
      versions_used: [{ version: 1 }],
    });
    expect(whole.turns.map(({ index, status }) => [index, status])).toEqual([
      [1, "completed"],
      [2, "completed"],
      [3, "completed"],
      [4, "queued"],
    ]);
    expect(whole.turns[0]).toMatchObject({
      output: { text: "From 8 to 5. [1]", citations: [{ n: 1 }] },
      attempts: [{ attempt: 1, egress: { destination: "openai_compatible", parts: [] } }],
    });
    const { changes } = await listChanges(api.deps, { organizationId: org.organizationId, limit: 1 });
    expect(changes[0]).toMatchObject({
      action: "conversations.export",
      principalKind: "scoped_key",
      resourceId: id,
      environment: "live",
      after: { format: "json", turns: 4 },
    });
  });

  test("jsonl ends with counts and the hash of the lines before, which shows that a file was cut (CONV-63)", async () => {
    const { path } = await aConversation();
    const { text, headers } = await read(await exporting(), path, "jsonl");
    expect(headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = text.trimEnd().split("\n");
    const records = lines.map(parseJsonObject);
    expect(records.map(({ type }) => type)).toEqual([
      "export",
      "instance",
      "conversation",
      "turn",
      "turn",
      "turn",
      "version",
      "end",
    ]);
    const before = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
    expect(records.at(-1)).toEqual({
      type: "end",
      counts: { export: 1, instance: 1, conversation: 1, turn: 3, annotation: 0, attachment: 0, version: 1 },
      sha256: createHash("sha256").update(before).digest("hex"),
    });
  });

  test("markdown is a transcript with numbered sources (CONV-64)", async () => {
    const { id, path } = await aConversation();
    const { text } = await read(await exporting(), path, "markdown");
    expect(text).toMatch(/^# Renewal\n/);
    expect(text).toContain("> When open?");
    expect(text).toContain('1. Opening hours: "From 8 to 5."');
    expect(text).toContain("Continues turn ");
    // A title of somebody else's is no link of the transcript.
    await key.patch(`${desk}/${id}`, { title: "Renewal [now](http://evil.example) <b>" });
    const again = await read(await exporting(), path, "markdown");
    expect(again.text).toMatch(/^# Renewal \\\[now\\\]\(http:\/\/evil\.example\) \\<b>\n/);
  });

  test("what somebody wrote is text in markdown, and Markdown of answers stays (CONV-64)", async () => {
    const seed = [
      { role: "user", text: "<!-- seed" },
      { role: "assistant", text: "<b>seed</b>" },
    ];
    const id = String((await key.post(desk, { title: "<i>Title", seed })).body["conversation_id"]);
    const input = String.raw`<!-- x
<script>alert(1)</script> \<script> \\<script> <https://evil.example> <?x ?> <![CDATA[x]]> ![p](http://evil.example/p.png) 1 < 2`;
    const output = String.raw`- **bold** [link](https://ours.example) <img src="https://evil.example/p.png"> \<b> \\<b> 1 < 2 [1]`;
    const quoting = citations.replace("From 8 to 5.", String.raw`From <u>8</u> \\<s> to 5.`);
    await insertTestTurn(api.deps.db, id, { input, output, citations: quoting });
    const { text } = await read(await exporting(), `${desk}/${id}/export`, "markdown");
    for (const line of [
      String.raw`# \<i>Title`,
      String.raw`> \<!-- seed`,
      String.raw`> \<b>seed\</b>`,
      String.raw`> \<!-- x`,
      String.raw`> \<script>alert(1)\</script> \\\<script> \\\\\<script> \<https://evil.example> \<?x ?> \<!\[CDATA\[x\]\]> !\[p\](http://evil.example/p.png) 1 < 2`,
      String.raw`> - **bold** [link](https://ours.example) \<img src="https://evil.example/p.png"> \<b> \\\<b> 1 < 2 [1]`,
      String.raw`1. Opening hours: "From \<u>8\</u> \\\<s> to 5."`,
    ])
      expect(text.split("\n")).toContain(line);
    // No tag opens anywhere: before each is an odd number of backslashes.
    expect(text.match(/(?<!\\)(?:\\\\)*<(?=[a-z/!?])/i)).toBeNull();
  });

  test("csv has a row a turn, and nothing in it is computed (CONV-65)", async () => {
    const { path } = await aConversation();
    const { text } = await read(await exporting(), path, "csv");
    const [head = ""] = text.split("\r\n");
    expect(head).toMatch(/^index,turn_id,parent_turn_id,status,/);
    expect(text).toContain(",'=SUM(A1),");
    expect(text).toContain(`,"'+1, ""quoted""\nand more",`);
  });

  test("messages are those of the newest branch (CONV-66)", async () => {
    const { path } = await aConversation();
    const { text } = await read(await exporting(), path, "messages");
    expect(ExportedMessages.parse(JSON.parse(text)).messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(
      [
        "user: Hello",
        "user: When open?",
        "assistant: From 8 to 5. [1]",
        "user: =SUM(A1)",
        'assistant: +1, "quoted"\nand more',
      ],
    );
  });

  test("a conversation of several pages is exported whole and in order (CONV-62)", async () => {
    const id = String((await key.post(desk, {})).body["conversation_id"]);
    await insertTestTurn(api.deps.db, id);
    await api.deps.db.pool.query({
      text: `insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, status, input_text,
          config_hash, rights, key_id, request_hash, output_text, completed_at, attachment_ids)
        select gen_random_uuid(), conversation_id, organization_id, environment_id, instance_id, n, status, 'Question ' || n,
          config_hash, rights, key_id, request_hash, 'x', now(), '{}' from turns, generate_series(2, 450) n where conversation_id = $1`,
      values: [id],
    });
    await api.deps.db.pool.query({ text: "update conversations set turn_count = 449 where id = $1", values: [id] });
    const whole = ConversationExport.parse(JSON.parse((await read(await exporting(), `${desk}/${id}/export`)).text));
    // The last one began after the export: the conversation counted 449.
    expect(whole.turns.map(({ index }) => index)).toEqual(Array.from({ length: 449 }, (_, n) => n + 1));
  });
});

describe("who may export", () => {
  test("conversations:export alone, and no answer that is withheld (CONV-60)", async () => {
    const { id, path } = await aConversation();
    const evidence = JSON.stringify({
      ...noEvidence(org.organizationId),
      capabilities: ["records:read"],
      isLiveOnly: true,
    });
    await insertTestTurn(api.deps.db, id, { input: "What is it?", output: "The secret premium.", evidence, citations });
    expect(codesOf(await read(await org.scoped(["conversations:use", "records:read"]), path))).toEqual([
      403,
      "insufficient_capability",
    ]);
    const bare = await exporting();
    for (const format of ["json", "jsonl", "markdown", "csv", "messages"]) {
      const { text, status } = await read(bare, path, format);
      expect([format, status, text.includes("secret"), text.includes("What is it?")]).toEqual([
        format,
        200,
        false,
        true,
      ]);
    }
    const reading = await org.scoped(["conversations:export", "records:read"]);
    expect((await read(reading, path)).text).toContain("The secret premium.");
    expect((await read(key, path)).text).toContain("The secret premium.");
  });

  test("another form, person, environment and organization (CONV-20)", async () => {
    const pat = { headers: { "x-service-acting-principal": "pat" } };
    const { path } = await aConversation(pat);
    expect(codesOf(await read(key, path, "pdf"))).toEqual([400, "invalid_export_format"]);
    expect(codesOf(await key.get(path, { query: { surprise: "1" } }))).toEqual([400, "invalid_request"]);
    expect((await key.get(path, pat)).status).toBe(200);
    const sam = { headers: { "x-service-acting-principal": "sam" } };
    for (const answer of [await key.get(path, sam), await org.sandbox.get(path)])
      expect(codesOf(answer)).toEqual([404, "conversation_not_found"]);
    const other = (await api.organization()).organization;
    expect(codesOf(await other.get(path))).toEqual([404, "conversation_instance_not_found"]);
  });
});
