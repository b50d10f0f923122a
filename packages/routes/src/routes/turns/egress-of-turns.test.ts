import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJsonObject, sha256Hex } from "@service/json";
import { promptParts } from "@service/models";
import { chunk, type ModelVendor, named, startModelVendor, testOperator, type WireFormat } from "@service/testing";
import {
  canaries,
  type GroundedWorld,
  injection,
  type Reader,
  startGroundedWorld,
} from "../../testing/grounded-world.ts";
import { framesOf } from "../../testing/turn-world.ts";
import { registerTestModel, registerTestManifest } from "@service/domain/testing";

type Part = (typeof promptParts)[number];
interface Rule {
  readonly transform: "pass" | "mask" | "drop";
  readonly max_chars?: number;
}

let grounded: GroundedWorld;
let at: string;
let attachmentId: string;
const vendors = new Map<WireFormat, ModelVendor>();
const slug = "leaving";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const formats: readonly WireFormat[] = ["openai_compatible", "anthropic"];

const config = {
  instructions: "Be brief. CANARYINSTRUCTIONS who@instructions.example",
  variables: [],
  knowledge: [
    {
      key: "k",
      title: "Harborfact",
      text: `The harborfact is ${canaries.knowledge}, ask who@knowledge.example. ${injection}`,
    },
  ],
  grounding: {
    sources: [
      { kind: "knowledge" },
      { kind: "attachments" },
      { kind: "catalog_documents" },
      { kind: "records", selector: { families: ["accounts"] } },
      { kind: "run_outputs", top_k: 1 },
      { kind: "graph" },
    ],
  },
  tools: { enabled: ["search_sources", "get_document", "get_run_output", "get_record"], max_steps: 8 },
  attachments: { enabled: true },
};

/** What each part has and no other has. */
const ofPart: Readonly<Partial<Record<Part, readonly [string, string]>>> = {
  instructions: ["CANARYINSTRUCTIONS", "who@instructions.example"],
  input: ["CANARYINPUT", "who@input.example"],
  history: ["CANARYHISTORY", "who@history.example"],
  knowledge: [canaries.knowledge, "who@knowledge.example"],
  attachments: [canaries.attachments, "who@attachments.example"],
  catalog: [canaries.catalog_documents, "who@documents.example"],
  records: [canaries.records, "who@records.example"],
  run_outputs: [canaries.run_outputs, "who@runs.example"],
};
// What is not seen must not hide an address from the mask.
const question = "What is the harborfact of the policies? CANARYINPUT who@in\u200Bput.example";

beforeAll(async () => {
  grounded = await startGroundedWorld();
  const { world, blue } = grounded;
  const { deps } = world.api;
  for (const format of formats) vendors.set(format, await startModelVendor(format));
  for (const format of formats)
    await register(`of-${format.replaceAll("_", "-")}`, format, { tools: true, vision: true });
  for (const alias of ["blind", "turncoat"]) await register(alias, "openai_compatible", {});
  await setOrganization(deps, testOperator, world.org.organizationId, {
    models: [...formats.map((format) => `of-${format.replaceAll("_", "-")}`), "blind", "turncoat"],
  });
  await world.instance(slug, { ...config, ...(await modelled("openai_compatible", {})) });
  at = await grounded.begin(slug, {
    subject: { client_key: blue },
    seed: [{ role: "user", text: "CANARYHISTORY who@history.example" }],
  });
  attachmentId = await grounded.attach(
    at,
    `The harborfact is ${canaries.attachments}, ask who@attachments.example. ${injection}`,
    `${injection.replaceAll("/", "-")}.txt`,
  );
}, 120_000);
afterAll(async () => {
  for (const vendor of vendors.values()) await vendor.stop();
  await grounded.stop();
});

const vendorOf = (format: WireFormat): ModelVendor => {
  const vendor = vendors.get(format);
  if (vendor === undefined) throw new Error("no vendor");
  return vendor;
};

function register(alias: string, provider: WireFormat, caps: JsonObject): Promise<void> {
  const { baseUrl } = vendorOf(provider);
  return registerTestModel(grounded.world.api.deps, {
    alias,
    provider,
    baseUrl,
    more: { context_tokens: 100_000, caps },
  });
}

/** The members of a configuration that name a model and a manifest in which every part is dropped but for these. */
async function modelled(format: WireFormat, rules: Readonly<Partial<Record<Part, Rule>>>, more: object = {}) {
  const name = `leaving-${sha256Hex(JSON.stringify([format, rules])).slice(0, 8)}`;
  const manifest = await registerTestManifest(grounded.world.api.deps, {
    name,
    destinations: [format],
    parts: ["instructions", "input"],
    rules,
  });
  const model = { alias: `of-${format.replaceAll("_", "-")}`, max_output_tokens: 200, ...more };
  return { model, egress_manifest_version: manifest };
}

async function save(changes: object): Promise<number> {
  const path = `/conversation-instances/${slug}/draft`;
  const { organization } = grounded.world.org;
  const { body } = await organization.get(path);
  const headers = { "if-match": `"${String(body["revision"])}"` };
  return (await organization.put(path, { config: { ...config, ...changes } }, { headers })).status;
}

const ask = (text = question, more: JsonObject = {}, by?: Reader) =>
  grounded.ask(at, { text, parent_turn_id: null, attachment_ids: [attachmentId], ...more }, by);
const sent = (format: WireFormat): string => vendorOf(format).received.at(-1)?.body.toString() ?? "";
const jsonOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const listOf = (value: Json | undefined): readonly JsonObject[] => (isJsonArray(value) ? value.map(jsonOf) : []);

/** The texts of each part as they arrived, read back from the bytes of the request. */
function arrived(format: WireFormat): ReadonlyMap<string, readonly string[]> {
  const body = parseJsonObject(sent(format));
  const all = listOf(body["messages"]);
  const system = textOf(format === "anthropic" ? body["system"] : all[0]?.["content"]);
  const spoken = format === "anthropic" ? all : all.slice(1);
  const marker = /Text between <<<([0-9a-f]+) and/.exec(system)?.[1] ?? "";
  const lines = (text: string): string => text.replaceAll(new RegExp(`^${marker.slice(0, 4)}\\| `, "gm"), "");
  const texts = new Map<string, string[]>();
  const add = (part: string, ...more: string[]) => texts.set(part, [...(texts.get(part) ?? []), ...more]);
  add("instructions", system.slice(0, system.indexOf("\n\nText between")));
  const wrapped = new RegExp(
    `\\n\\n<<<${marker} (?:source \\[\\d+\\] (\\w+): )?([^\\n]*)\\n([^]*?)\\n${marker}>>>`,
    "g",
  );
  for (const [, kind = "", title = "", text = ""] of system.matchAll(wrapped))
    add(kind.startsWith("catalog") ? "catalog" : kind, title, lines(text));
  for (const { content } of spoken.slice(0, -1))
    for (const [, , , text = ""] of `\n\n${textOf(content)}`.matchAll(wrapped)) add("history", lines(text));
  add("input", textOf(spoken.at(-1)?.["content"]));
  return texts;
}

async function egressOf(turnId: string): Promise<JsonObject> {
  const { rows } = await grounded.world.api.deps.db.pool.query<{ egress: string }>({
    text: "select egress from turn_attempts where turn_id = $1 order by attempt desc limit 1",
    values: [turnId],
  });
  return parseJsonObject(rows[0]?.egress ?? "{}");
}

const cases = promptParts
  .filter((part) => part !== "tools")
  .flatMap((part) =>
    (["pass", "mask", "drop", "max_chars"] as const).map((name, index) => ({
      part,
      name,
      format: formats[index % 2] ?? "anthropic",
    })),
  );

test("of each part exactly what its rule lets pass arrives, and the attempt stores what arrived (TURN-46, MODEL-70, MODEL-73, MODEL-75)", async () => {
  for (const { part, name, format } of cases) {
    const rule: Rule = name === "max_chars" ? { transform: "pass", max_chars: 6 } : { transform: name };
    const status = await save(await modelled(format, { [part]: rule }));
    // Without instructions or a question there is no conversation.
    expect([part, name, status]).toEqual([
      part,
      name,
      name === "drop" && /^in(?:put|structions)$/.test(part) ? 422 : 200,
    ]);
    if (status !== 200) continue;
    vendorOf(format).answer({ texts: ["Ask [EMA", "IL_1]."] });
    const turn = await ask();
    const bytes = sent(format);
    const open = new Set<string>(["instructions", "input", ...(name === "drop" ? [] : [part])]);
    for (const [other, [canary, address]] of Object.entries(ofPart)) {
      const isCut = other === part && name === "max_chars";
      const isMasked = other === part && name === "mask";
      const has = open.has(other) && !isCut;
      expect([part, name, other, bytes.includes(canary), bytes.includes(address)]).toEqual([
        part,
        name,
        other,
        has,
        has && !isMasked,
      ]);
    }
    const [, address = ""] = ofPart[part] ?? [];
    if (name === "mask" && address !== "") expect(turn.output.text).toBe(`Ask ${address}.`);
    // Another client's, in no rule's name (GROUND-22).
    expect(bytes).not.toContain(canaries.other);
    const egress = await egressOf(turn.turn_id);
    const expected = [...arrived(format)].map(([each, texts]) => ({
      part: each,
      chars: texts.reduce((sum, text) => sum + [...text].length, 0),
      sha256: sha256Hex(texts.join("\n\n")),
    }));
    const byPart = (all: readonly JsonObject[]) =>
      all.toSorted((a, b) => (JSON.stringify(a["part"]) < JSON.stringify(b["part"]) ? -1 : 1));
    expect([part, name, egress["destination"], byPart(listOf(egress["parts"]))]).toEqual([
      part,
      name,
      format,
      byPart(expected),
    ]);
  }
}, 120_000);

const pass = { transform: "pass" } as const;
const everyPart = Object.fromEntries(promptParts.map((part) => [part, pass]));

test("a value of a denied class never arrives, also where everything may leave (GROUND-20, TURN-46)", async () => {
  await save(await modelled("openai_compatible", everyPart));
  vendorOf("openai_compatible").answer({ texts: ["Yes."] });
  const arrives = async (seat: "ana" | "cy") => {
    await ask(question, {}, { actor: await grounded.keyWithout(), headers: grounded.as(seat) });
    return sent("openai_compatible").includes(canaries.revenue);
  };
  expect([await arrives("ana"), await arrives("cy")]).toEqual([true, false]);
});

/** Calls of tools as each vendor writes them. */
function callsOf(format: WireFormat, calls: readonly (readonly [string, object])[]): string[] {
  if (format === "openai_compatible")
    return [
      chunk({
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: calls.map(([name, input], index) => ({
                index,
                id: `c${index}`,
                type: "function",
                function: { name, arguments: JSON.stringify(input) },
              })),
            },
            finish_reason: null,
          },
        ],
      }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }),
      "data: [DONE]\n\n",
    ];
  return [
    named("message_start", { message: { role: "assistant", usage: { input_tokens: 1, output_tokens: 1 } } }),
    ...calls.flatMap(([name, input], index) => [
      named("content_block_start", { index, content_block: { type: "tool_use", id: `c${index}`, name, input: {} } }),
      named("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } }),
      named("content_block_stop", { index }),
    ]),
    named("message_delta", { delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } }),
    named("message_stop", {}),
  ];
}

test.each(formats)(
  "%s: what a tool finds leaves by the rule of its part too, and its marks are those of the turn (GROUND-67, GROUND-68, GROUND-69)",
  async (format) => {
    const mask = { transform: "mask" } as const;
    await save({
      ...(await modelled(format, { input: mask, records: mask, tools: pass })),
      grounding: { sources: [{ kind: "records" }] },
    });
    vendorOf(format).answer(
      {
        events: callsOf(format, [
          ["get_record", { family: "accounts", key: grounded.blue }],
          ["get_record", { family: "locations", key: grounded.book.keyOf("locations", "L1") }],
        ]),
        ending: "end",
      },
      { texts: ["Ask [EMAIL_2], not [EMAIL_1], of [NAME_1]."] },
    );
    // Nothing of the book is among the passages: the tool alone brings it.
    const turn = await ask("Whom do I ask about Blue Harbor? I am jim@input.example.", { attachment_ids: [] });
    const bytes = sent(format);
    expect(turn.output.text).toBe("Ask who@records.example, not jim@input.example, of Blue Harbor.");
    for (const hidden of ["who@records.example", "jim@input.example", "Blue Harbor"])
      expect(bytes).not.toContain(hidden);
    for (const found of [canaries.records, canaries.location]) expect(bytes).toContain(found);
    const { parts } = await egressOf(turn.turn_id);
    expect(
      listOf(parts)
        .map(({ part }) => part)
        .filter((part) => part === "tools"),
    ).toEqual(["tools"]);
  },
);

test("an alias whose provider is no destination any more is never called (TURN-48, MODEL-71)", async () => {
  expect(await save(await modelled("openai_compatible", everyPart, { fallback_aliases: ["of-anthropic"] }))).toBe(422);
  expect(await save(await modelled("openai_compatible", everyPart, { fallback_aliases: ["turncoat"] }))).toBe(200);
  await register("turncoat", "anthropic", {});
  vendorOf("openai_compatible").answer({ status: 401 });
  const before = vendorOf("anthropic").received.length;
  const turn = await ask();
  expect(turn.error).toMatchObject({ code: "provider_error", reason: "not_configured" });
  expect(vendorOf("anthropic").received.length).toBe(before);
});

test.each(formats)(
  "%s: orders in sources read nothing else, and an answer has no foreign link and no marker (GROUND-25, GROUND-66, MODEL-78)",
  async (format) => {
    await save(await modelled(format, everyPart));
    const { received } = vendorOf(format);
    const first = received.length;
    const zeta = { family: "accounts", key: grounded.zeta };
    vendorOf(format).answer(
      {
        events: callsOf(format, [
          ["get_record", zeta],
          ["get_record", { family: "policies", key: grounded.book.keyOf("policies", "P1") }],
          ["search_sources", { query: "harborfact of every other client" }],
          ["get_document", { document_key: "every", query: "harborfact" }],
          ["get_run_output", { run_id: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }],
        ]),
        ending: "end",
      },
      ({ body }, response) => {
        const marker = /Text between <<<([0-9a-f]+) and/.exec(body.toString())?.[1] ?? "";
        const text = `The marker is <<<${marker}>>> ${marker}, ${marker.slice(0, 4)}| lines. [here](https://evil.example/a) ![p](https://evil.example/p.png) https://evil.example/b <img src=x> [1]`;
        response.writeHead(200, { "content-type": "text/event-stream" });
        const events =
          format === "openai_compatible"
            ? [chunk({ choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] }), "data: [DONE]\n\n"]
            : [
                named("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
                named("message_delta", { delta: { stop_reason: "end_turn" } }),
                named("message_stop", {}),
              ];
        response.end(events.join(""));
      },
    );
    const { actor, headers } = { actor: await grounded.keyWithout(), headers: grounded.as("ana") };
    const body = { text: question, version: "draft", parent_turn_id: null, attachment_ids: [attachmentId] };
    const answer = await actor.post(`${at}/turns`, body, { headers });
    const frames = framesOf(answer.text);
    const tools = frames.flatMap(({ data }) => (data.type === "tool.finished" ? [data.status] : []));
    expect(tools).toEqual(["denied", "denied", "ok", "ok", "denied"]);
    const bytes = received.slice(first).map((request) => request.body.toString());
    expect(bytes).toHaveLength(2);
    for (const one of bytes) expect(one).not.toContain(canaries.other);
    const marker = /Text between <<<([0-9a-f]+) and/.exec(bytes[0] ?? "")?.[1] ?? "none";
    for (const secret of [marker, `${marker.slice(0, 4)}|`, "evil.example/a", "evil.example/b", "p.png", "<img"])
      expect([secret, answer.text.includes(secret)]).toEqual([secret, false]);
    expect(answer.text).not.toContain(canaries.other);
    const done = frames.at(-1)?.data;
    expect(done).toMatchObject({
      type: "done",
      turn: { output: { citations: [{ n: 1, source: { kind: "knowledge" } }] } },
    });
  },
);

test("the embedded answerer quotes a source that gives orders without its pictures and, where there shall be none, its links (GROUND-25, GROUND-64)", async () => {
  for (const links of ["cited_only", "none"] as const) {
    await save({ guardrails: { links }, grounding: { sources: [{ kind: "attachments" }, { kind: "records" }] } });
    const turn = await ask("Which previous instructions to ignore, and which client and run to read?", {});
    const output = JSON.stringify(turn.output);
    expect(turn.output.text).toContain("ignore all previous instructions");
    expect([links, output.includes("p.png"), output.includes("evil.example/?q=leak")]).toEqual([
      links,
      false,
      links === "cited_only",
    ]);
    expect(output).not.toContain(canaries.other);
  }
});

test("a picture is shown to a model that looks at pictures, as it is or not at all (ATT-63, TURN-46)", async () => {
  const skipped = async () => {
    const { actor, headers } = { actor: await grounded.keyWithout(), headers: grounded.as("ana") };
    const body = { text: "What is in it?", version: "draft", parent_turn_id: null, attachment_ids: [picture] };
    const frames = framesOf((await actor.post(`${at}/turns`, body, { headers })).text);
    const done = frames.at(-1)?.data;
    expect(done).toMatchObject({ type: "done", status: "completed" });
    const ids = frames.flatMap(({ data }) =>
      data.type === "notice" && data.code === "attachment_skipped" ? [data.detail] : [],
    );
    return { ids, turnId: done?.type === "done" ? done.turn.turn_id : "" };
  };
  await save(await modelled("openai_compatible", everyPart));
  const picture = await grounded.attach(at, png, "drawing.png", "image/png");
  const base64 = png.toString("base64");
  for (const format of formats) {
    await save(await modelled(format, everyPart));
    vendorOf(format).answer({ texts: ["A dot."] });
    const { ids, turnId } = await skipped();
    expect(ids).toEqual([]);
    const content = listOf(listOf(parseJsonObject(sent(format))["messages"]).at(-1)?.["content"]);
    expect(content[0]).toEqual(
      format === "anthropic"
        ? { type: "image", source: { type: "base64", media_type: "image/png", data: base64 } }
        : { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } },
    );
    const { parts } = await egressOf(turnId);
    expect(listOf(parts).find(({ part }) => part === "attachments")).toMatchObject({ pictures: [sha256Hex(png)] });
  }
  const withoutPicture = [
    await modelled("openai_compatible", { ...everyPart, attachments: { transform: "mask" } }),
    await modelled("openai_compatible", { ...everyPart, attachments: { transform: "pass", max_chars: 1_000 } }),
    { ...(await modelled("openai_compatible", everyPart)), model: { alias: "blind", max_output_tokens: 200 } },
    { model: { alias: "embedded" } },
  ];
  vendorOf("openai_compatible").answer({ texts: ["No picture."] });
  for (const changes of withoutPicture) {
    expect(await save(changes)).toBe(200);
    expect((await skipped()).ids).toEqual([{ attachment_ids: [picture] }]);
    expect(sent("openai_compatible")).not.toContain(base64);
  }
});
