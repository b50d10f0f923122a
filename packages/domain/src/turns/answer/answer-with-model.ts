import { randomBytes } from "node:crypto";
import type { BookSource } from "@service/embedded-answers";
import { compileSchema, isJsonObject, type Json, parseJson } from "@service/json";
import {
  addressesIn,
  assemblePrompt,
  chainFilters,
  conversationBlock,
  type EgressManifest,
  filterLinks,
  findManifest,
  type FinishReason,
  letLeave,
  type Marks,
  type ModelMessage,
  partMayLeave,
  partOfSource,
  type PromptText,
  ProviderFailure,
  putValuesBack,
  redactText,
  type TextFilter,
  type ToolCall,
} from "@service/models";
import { withVariables } from "../../conversations/index.ts";
import { manifestsNamedBy } from "../../engines/index.ts";
import type { Gathered, SourceKind } from "../../grounding/index.ts";
import { recordModelUsage, type ResolvedModel } from "../../models/index.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { valuesOf } from "./gather-for-turn.ts";
import { TurnEndedError } from "./not-answered.ts";
import type { Speaker } from "./speaker.ts";
import { callTool, toolDeclarations, toolResultChars } from "./tools.ts";

export type UsableModel = Extract<ResolvedModel, { kind: "model" }>;

/** What of an instance's sources and texts may leave for one provider (TURN-46). */
export interface Leaving {
  readonly manifest: EgressManifest;
  readonly mayLeave: (kind: SourceKind) => boolean;
}

/** @throws ProviderFailure `not_configured` where the manifest no longer lets the instance use this provider. */
export async function leavingFor(deps: AnswerDeps, task: AnswerTask, { line }: UsableModel): Promise<Leaving> {
  const hash = task.config.egress_manifest_version;
  const manifest = findManifest(hash, await manifestsNamedBy(deps, hash));
  if (manifest === undefined || conversationBlock(manifest, line.provider) !== undefined)
    throw new ProviderFailure("not_configured");
  return {
    manifest,
    mayLeave: (kind) => {
      const part = partOfSource(kind);
      return part !== undefined && partMayLeave(manifest, part);
    },
  };
}

/** What has left for the provider until now; stored with the attempt, however it ends. */
export interface EgressSoFar {
  record: AnswerOutcome["egress"];
}

/** About so many characters are a token; the rest of the context is left free. */
const charsPerToken = 3;
const quoteChars = 300;

/**
 * A model's answer (TURN-46): the prompt in one order with what others wrote as data, only what the egress manifest lets
 * leave, masked values put back, links and contacts as the configuration wants them. Tools only read.
 * @throws ProviderFailure; TurnEndedError for an answer outside of its schema.
 */
export async function answerWithModel(
  deps: AnswerDeps,
  task: AnswerTask,
  given: {
    readonly model: UsableModel;
    readonly leaving: Leaving;
    readonly gathered: Gathered<BookSource>;
    readonly speaker: Speaker;
    readonly egress: EgressSoFar;
  },
): Promise<AnswerOutcome> {
  const { model, leaving, gathered, speaker, egress } = given;
  const { line, provider } = model;
  const { config, signal, onEvent } = task;
  speaker.begin();
  const texts = promptTexts(task, gathered);
  const left = letLeave(leaving.manifest, line.provider, texts, await identitiesOf(task, gathered));
  egress.record = left.record;
  const marker = randomBytes(12).toString("hex");
  const maxOutputTokens = Math.min(config.model.max_output_tokens ?? line.maxOutputTokens, line.maxOutputTokens);
  const prompt = promptOf(task, gathered, {
    texts: left.texts,
    marker,
    charsMax: Math.max(4_000, (line.contextTokens - maxOutputTokens) * charsPerToken),
  });
  if (prompt.historyDropped > 0)
    onEvent.notice({ code: "history_truncated", message: "Earlier turns did not fit the model.", detail: {} });
  const schema = config.response_format.type === "json_schema" ? config.response_format.schema : undefined;
  const filter = filterOf(task, gathered, { marks: left.marks, isJson: schema !== undefined });
  const tools =
    line.caps.tools && partMayLeave(leaving.manifest, "tools") ? toolDeclarations(config.tools.enabled) : [];
  let messages: readonly ModelMessage[] = prompt.messages;
  let text = "";
  const usage = { in: 0, out: 0, isTold: false };
  let finish: FinishReason | undefined;
  const say = async (piece: string): Promise<void> => {
    if (piece === "") return;
    text += piece;
    await speaker.say(piece);
  };
  try {
    for (let step = 0; ; step += 1) {
      const calls: ToolCall[] = [];
      let said = "";
      finish = undefined;
      const request = {
        messages,
        maxOutputTokens,
        ...(config.model.temperature !== undefined && { temperature: config.model.temperature }),
        ...(schema !== undefined && {
          responseFormat: { type: "json_schema", schema: jsonObject(schema) } as const,
        }),
        ...(tools.length > 0 && { tools }),
      };
      for await (const event of provider.stream(request, { signal, idempotencyKey: `${task.seed}-${step}` })) {
        if (event.t === "text") {
          said += event.text;
          await say(filter.push(event.text));
        } else if (event.t === "tool") calls.push(event.call);
        else if (event.t === "usage") {
          usage.isTold = true;
          usage.in += event.in ?? 0;
          usage.out += event.out ?? 0;
        } else if (event.t === "finish") finish = event.reason;
      }
      signal.throwIfAborted();
      if (finish === undefined) throw new ProviderFailure("stream_interrupted");
      if (finish !== "tool_steps" || calls.length === 0 || step >= config.tools.max_steps) break;
      const results = [];
      for (const call of calls) {
        const result = await callTool(deps, task, { call, gathered, marker, mayLeave: leaving.mayLeave });
        const [content = null] = letLeave(leaving.manifest, line.provider, [
          { part: "tools", text: result.slice(0, toolResultChars) },
        ]).texts;
        results.push({ id: call.id, content: content ?? "Not available." });
      }
      egress.record = withTools(
        egress.record,
        results.map(({ content }) => content),
        leaving.manifest,
      );
      messages = [
        ...messages,
        { role: "assistant", content: said, toolCalls: calls },
        { role: "user", content: "", toolResults: results },
      ];
    }
    await say(filter.end());
  } finally {
    await countUse(deps, task, {
      alias: line.alias,
      usage,
      text,
      prompt: prompt.messages,
      failed: finish === undefined,
    });
  }
  cite(task, gathered, text, speaker);
  speaker.usage({
    input_tokens: usage.isTold ? usage.in : estimated(prompt.messages.map(({ content }) => content).join(" ")),
    output_tokens: usage.isTold ? usage.out : estimated(text),
    estimated: !usage.isTold,
  });
  speaker.finish();
  const incompleteReason = incompleteOf(finish);
  const json = schema === undefined || incompleteReason !== null ? null : parsedAnswer(text, schema);
  return {
    status: incompleteReason === null ? "completed" : "incomplete",
    incompleteReason,
    error: null,
    method: text.trim() === config.grounding.decline_text ? "declined" : "generated",
    json,
    egress: egress.record,
    model: { alias: line.alias, provider: line.provider, name: line.model, fallbackUsed: false },
  };
}

/** In the order in which `promptOf` takes them: instructions, input, history, then title and text of each passage. */
function promptTexts(task: AnswerTask, { passages }: Gathered<BookSource>): PromptText[] {
  return [
    { part: "instructions", text: withVariables(task.config.instructions, valuesOf(task)) },
    { part: "input", text: task.input },
    ...task.history.map(({ text }) => ({ part: "history", text }) as const),
    ...passages.flatMap(({ kind, title, text }) => {
      const part = partOfSource(kind) ?? "tools";
      return [
        { part, text: title },
        { part, text },
      ] as const;
    }),
  ];
}

function promptOf(
  { config, history }: AnswerTask,
  { passages }: Gathered<BookSource>,
  given: { readonly texts: readonly (string | null)[]; readonly marker: string; readonly charsMax: number },
) {
  const { texts, marker, charsMax } = given;
  const [instructions, input] = texts;
  const firstPassage = 2 + history.length;
  return assemblePrompt({
    marker,
    instructions: instructions ?? "",
    input: input ?? "",
    history: history.flatMap(({ role, isSeed }, at) => {
      const text = texts[2 + at];
      return typeof text !== "string" ? [] : [{ role, text, ...(isSeed === true && { isSeed }) }];
    }),
    sources: passages.flatMap(({ kind }, at) => {
      const title = texts[firstPassage + at * 2];
      const text = texts[firstPassage + at * 2 + 1];
      return typeof title !== "string" || typeof text !== "string" ? [] : [{ n: at + 1, kind, title, text }];
    }),
    requireCitations: config.grounding.require_citations,
    declineText: config.grounding.on_no_evidence === "decline" ? config.grounding.decline_text : undefined,
    charsMax,
  });
}

/** Names and policy numbers of the conversation's client, which `mask` hides. */
async function identitiesOf({ subject }: AnswerTask, { book }: Gathered<BookSource>) {
  const clientKey = subject?.client_key;
  if (book === null || clientKey === undefined) return {};
  const account = await book.row("accounts", clientKey);
  const policies = await book.rows("policies", { clientKey });
  const texts = (values: readonly (Json | undefined)[]) => values.filter((value) => typeof value === "string");
  return {
    names: texts([account?.fields["name"], account?.fields["dba"]]),
    policyNumbers: texts(policies.rows.map(({ fields }) => fields["policy_number"])),
  };
}

function filterOf(
  { config }: AnswerTask,
  { passages }: Gathered<BookSource>,
  { marks, isJson }: { readonly marks: Marks; readonly isJson: boolean },
): TextFilter {
  const back = putValuesBack(marks, { isJson });
  if (isJson) return back;
  const { links, redact } = config.guardrails;
  const cited = new Set(passages.flatMap(({ text }) => addressesIn(text)));
  return chainFilters([back, filterLinks(links, cited), redactText(redact)]);
}

/** A citation for each number that the answer names and that a passage has. */
function cite(_task: AnswerTask, { passages }: Gathered<BookSource>, text: string, speaker: Speaker): void {
  const named = new Set([...text.matchAll(/\[(\d{1,2})\]/g)].map(([, n]) => Number(n)));
  for (const n of named) {
    const passage = passages[n - 1];
    if (passage === undefined) continue;
    const { kind, ref, title, locator } = passage;
    const quote = [...passage.text].slice(0, quoteChars).join("");
    speaker.cite({ n, source: { kind, ref: { ...ref }, title, locator }, quote, span: null });
  }
}

function incompleteOf(finish: FinishReason | undefined): AnswerOutcome["incompleteReason"] {
  switch (finish) {
    case "length":
      return "max_output_tokens";
    case "filtered":
      return "content_filtered";
    case "tool_steps":
      return "tool_steps";
    case "stop":
    case undefined:
      return null;
  }
}

const mismatch = { code: "output_rejected", reason: "schema_mismatch", retryable: false } as const;

/** @throws TurnEndedError for what is no JSON, or not as the schema wants it. */
function parsedAnswer(text: string, schema: Readonly<Record<string, unknown>>): Json {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    throw new TurnEndedError(mismatch);
  }
  if (compileSchema(jsonObject(schema))(value).length > 0) throw new TurnEndedError(mismatch);
  return value;
}

function jsonObject(value: Readonly<Record<string, unknown>>) {
  const json = parseJson(JSON.stringify(value));
  if (!isJsonObject(json)) throw new Error("a schema is an object");
  return json;
}

function withTools(
  record: AnswerOutcome["egress"],
  results: readonly string[],
  manifest: EgressManifest,
): AnswerOutcome["egress"] {
  if (record === null) return null;
  const ofTools = letLeave(
    manifest,
    record.destination,
    results.map((text) => ({ part: "tools", text }) as const),
  );
  return { ...record, parts: [...record.parts, ...ofTools.record.parts] };
}

async function countUse(
  deps: AnswerDeps,
  { asker, instanceId }: AnswerTask,
  used: {
    readonly alias: string;
    readonly usage: { readonly in: number; readonly out: number; readonly isTold: boolean };
    readonly text: string;
    readonly prompt: readonly ModelMessage[];
    readonly failed: boolean;
  },
): Promise<void> {
  const { usage, text, prompt } = used;
  await recordModelUsage(deps, {
    organizationId: asker.organizationId,
    environmentId: asker.environmentId,
    environment: asker.environmentSlug,
    alias: used.alias,
    instanceId: instanceId ?? null,
    failed: used.failed,
    inputTokens: usage.isTold ? usage.in : estimated(prompt.map(({ content }) => content).join(" ")),
    outputTokens: usage.isTold ? usage.out : estimated(text),
  }).catch((error: unknown) => deps.log.warn({ err: error }, "usage of a model was not counted"));
}

/** Four characters a token: the models of both formats need about as many for English. */
function estimated(text: string): number {
  return Math.ceil(text.length / 4);
}
