import { randomBytes } from "node:crypto";
import { type BookSource, citedStatements, quoteFor } from "@service/embedded-answers";
import { compileAnswerSchema } from "@service/evaluations";
import { isJsonObject, type Json, parseJson } from "@service/json";
import {
  citedAddresses,
  conversationBlock,
  createTokenUsage,
  type EgressManifest,
  findManifest,
  type FinishReason,
  type ModelMessage,
  type ModelPicture,
  openEgress,
  partMayLeave,
  partOfSource,
  type PreparedPrompt,
  preparePrompt,
  type PromptParts,
  ProviderFailure,
  type TokenTotal,
  type ToolCall,
} from "@service/models";
import { withVariables } from "../../conversations/index.ts";
import { manifestsNamedBy } from "../../../engines/engines/index.ts";
import { type Gathered, identitiesOfSubject, type SourceKind } from "../../grounding/index.ts";
import { recordModelUsage, type ResolvedModel } from "../../models/index.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { valuesOf } from "./gather-for-turn.ts";
import { guarded } from "./guardrails.ts";
import { TurnEndedError } from "./not-answered.ts";
import type { Speaker } from "./speaker.ts";
import { callTool, toolDeclarations } from "./tools.ts";

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
    readonly pictures: readonly ModelPicture[];
    readonly speaker: Speaker;
    readonly egress: EgressSoFar;
  },
): Promise<AnswerOutcome> {
  const { model, leaving, gathered, pictures, speaker, egress } = given;
  const { line, provider } = model;
  const { config, signal, onEvent } = task;
  speaker.begin();
  const masks = leaving.manifest.rules.some(({ transform }) => transform === "mask");
  const open = openEgress(leaving.manifest, line.provider, masks ? await identitiesOf(deps, task) : {});
  const maxOutputTokens = Math.min(config.model.max_output_tokens ?? line.maxOutputTokens, line.maxOutputTokens);
  const schema = config.response_format.type === "json_schema" ? config.response_format.schema : undefined;
  const charsMax = Math.max(4_000, (line.contextTokens - maxOutputTokens) * charsPerToken);
  const parts = partsOf(task, gathered, { pictures, charsMax });
  const prompt = preparePrompt(open, parts, { ...config.guardrails, isJson: schema !== undefined });
  if (prompt === undefined) throw new ProviderFailure("not_configured");
  egress.record = open.record();
  if (prompt.historyDropped > 0)
    onEvent.notice({ code: "history_truncated", message: "Earlier turns did not reach the model.", detail: {} });
  const tools =
    line.caps.tools && partMayLeave(leaving.manifest, "tools") ? toolDeclarations(config.tools.enabled) : [];
  let messages: readonly ModelMessage[] = prompt.messages;
  let text = "";
  const usage = createTokenUsage();
  let finish: FinishReason | undefined;
  const say = async (piece: string): Promise<void> => {
    if (piece === "") return;
    text += piece;
    await speaker.say(piece);
  };
  try {
    for (let step = 0; ; step += 1) {
      const calls: ToolCall[] = [];
      let written = "";
      finish = undefined;
      usage.nextCall();
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
          written += event.text;
          await say(prompt.filter.push(event.text));
        } else if (event.t === "tool") calls.push(event.call);
        else if (event.t === "usage") usage.count(event);
        else if (event.t === "finish") finish = event.reason;
      }
      signal.throwIfAborted();
      if (finish === undefined) throw new ProviderFailure("stream_interrupted");
      if (finish !== "tool_steps" || calls.length === 0 || step >= config.tools.max_steps) break;
      const results = [];
      for (const call of calls) {
        const content = await callTool(deps, task, { call, gathered, prompt, mayLeave: leaving.mayLeave });
        results.push({ id: call.id, content: content ?? "Not available." });
        egress.record = open.record();
      }
      messages = [
        ...messages,
        { role: "assistant", content: written, toolCalls: calls },
        { role: "user", content: "", toolResults: results },
      ];
    }
    await say(prompt.filter.end());
  } finally {
    await countUse(deps, task, {
      alias: line.alias,
      usage: usage.total({ prompt: prompt.messages, answer: text }),
      failed: finish === undefined,
    });
  }
  if (prompt.hasRedacted())
    onEvent.notice({ code: "content_redacted", message: "Parts of the answer were removed.", detail: {} });
  cite(task, { gathered, prompt, text }, speaker);
  const { inputTokens, outputTokens, isEstimated } = usage.total({ prompt: prompt.messages, answer: text });
  speaker.usage({ input_tokens: inputTokens, output_tokens: outputTokens, estimated: isEstimated });
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

function partsOf(
  task: AnswerTask,
  { passages }: Gathered<BookSource>,
  { pictures, charsMax }: { readonly pictures: readonly ModelPicture[]; readonly charsMax: number },
): PromptParts {
  const { config, history, input } = task;
  const {
    require_citations: requireCitations,
    on_no_evidence: onNoEvidence,
    decline_text: declineText,
  } = config.grounding;
  return {
    marker: randomBytes(12).toString("hex"),
    instructions: withVariables(config.instructions, valuesOf(task)),
    input,
    history,
    sources: passages.map(({ kind, title, text }, at) => ({ n: at + 1, kind, title, text })),
    pictures,
    requireCitations,
    declineText: onNoEvidence === "decline" ? declineText : undefined,
    charsMax,
  };
}

/** Names and policy numbers of the conversation's client, which `mask` hides, whatever the configuration reads. */
async function identitiesOf(deps: AnswerDeps, { viewer, subject, signal }: AnswerTask) {
  return subject === null
    ? {}
    : identitiesOfSubject({ ...deps, secrets: deps.openSecrets() }, { viewer, subject, signal });
}

/** A citation for each number that the answer names and that the model was given a source for (GROUND-65). */
function cite(
  { config }: AnswerTask,
  given: { readonly gathered: Gathered<BookSource>; readonly prompt: PreparedPrompt; readonly text: string },
  speaker: Speaker,
): void {
  const { gathered, prompt, text } = given;
  const statements = citedStatements(text);
  const addresses = citedAddresses(gathered.passages);
  for (const n of new Set(statements.map((each) => each.n))) {
    const passage = prompt.sources.includes(n) ? gathered.passages[n - 1] : undefined;
    if (passage === undefined) continue;
    const { kind, ref, title, locator } = passage;
    const own = statements.filter((each) => each.n === n);
    const quote = quoteFor(own.map((each) => each.text).join(" "), passage.text);
    speaker.cite({
      n,
      source: { kind, ref: { ...ref }, title: guarded(config.guardrails, title, addresses), locator },
      quote: guarded(config.guardrails, quote, addresses),
      span: own[0]?.span ?? null,
    });
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
  // A caller's schema: its patterns take linear time, and nothing in it doubles.
  if (compileAnswerSchema(jsonObject(schema))(value) !== undefined) throw new TurnEndedError(mismatch);
  return value;
}

function jsonObject(value: Readonly<Record<string, unknown>>) {
  const json = parseJson(JSON.stringify(value));
  if (!isJsonObject(json)) throw new Error("a schema is an object");
  return json;
}

async function countUse(
  deps: AnswerDeps,
  { viewer, instanceId }: AnswerTask,
  { alias, usage, failed }: { readonly alias: string; readonly usage: TokenTotal; readonly failed: boolean },
): Promise<void> {
  const { inputTokens, outputTokens } = usage;
  await recordModelUsage(deps, {
    organizationId: viewer.organizationId,
    environmentId: viewer.environmentId,
    environment: viewer.environmentSlug,
    alias,
    instanceId: instanceId ?? null,
    failed,
    inputTokens,
    outputTokens,
  }).catch((error: unknown) => deps.log.warn({ err: error }, "usage of a model was not counted"));
}
