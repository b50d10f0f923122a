import type { InstanceConfig } from "@service/contract";
import type { BookFamily, BookSource } from "@service/embedded-answers";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { partOfSource, type PreparedPrompt, type ToolCall, type ToolDeclaration, type ToolText } from "@service/models";
import { familyNames } from "@service/record-families";
import { type Gathered, gatherSources, type SourceKind } from "../../grounding/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { valuesOf } from "./gather-for-turn.ts";

type ToolName = InstanceConfig["tools"]["enabled"][number];

const textMember = { type: "string", minLength: 1, maxLength: 500 } as const;
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Everything that can be looked up in the book. */
const recordFamilies: readonly BookFamily[] = [...familyNames, "tasks", "opportunities"];

/** What a model may call; every one reads, as the viewer, what the configuration's sources name. */
const declarations: Readonly<Record<ToolName, ToolDeclaration>> = {
  search_sources: {
    name: "search_sources",
    description: "Searches the sources of the conversation for passages about something.",
    parameters: objectOf({ query: textMember }),
  },
  get_document: {
    name: "get_document",
    description: "Passages of one document, by its key.",
    parameters: objectOf({ document_key: textMember, query: textMember }),
  },
  get_run_output: {
    name: "get_run_output",
    description: "The result of one run of the conversation's subject, by its id.",
    parameters: objectOf({ run_id: textMember }),
  },
  get_record: {
    name: "get_record",
    description: "One row of the book, by its family and key.",
    parameters: objectOf({ family: { type: "string", enum: [...recordFamilies] }, key: textMember }),
  },
};

export function toolDeclarations(enabled: readonly ToolName[]): readonly ToolDeclaration[] {
  return enabled.map((name) => declarations[name]);
}

/**
 * Performs one call of a model as the viewer, tells the readers of the stream, and returns the result as data that others wrote
 * (TURN-47). A wrong call, and one that may not be made, are results as well. What the model hid or masked in its arguments is
 * understood: it knows a client by a mark alone.
 */
export async function callTool(
  deps: AnswerDeps,
  task: AnswerTask,
  given: {
    readonly call: ToolCall;
    readonly gathered: Gathered<BookSource>;
    readonly prompt: Pick<PreparedPrompt, "understood" | "toolResult">;
    readonly mayLeave: (kind: SourceKind) => boolean;
  },
): Promise<string | null> {
  const { prompt } = given;
  const call = { ...given.call, input: understoodIn(given.call.input, prompt.understood) };
  const startedAt = performance.now();
  task.onEvent.tool({ state: "started", call_id: call.id, name: call.name, input: call.input });
  const result = await resultOf(deps, task, { ...given, call }).catch((error: unknown): ToolResult => {
    task.signal.throwIfAborted();
    deps.log.warn({ tool: call.name, err: error }, "a tool of a turn failed");
    return { status: "error", summary: "failed", text: "The call failed." };
  });
  task.onEvent.tool({
    state: "finished",
    call_id: call.id,
    status: result.status,
    duration_ms: Math.round(performance.now() - startedAt),
    summary: result.summary,
  });
  return result.status === "ok" ? prompt.toolResult(call.name, result.texts) : result.text;
}

function understoodIn(input: JsonObject, understood: (text: string) => string): JsonObject {
  const value = (json: Json): Json => {
    if (typeof json === "string") return understood(json);
    if (isJsonArray(json)) return json.map(value);
    return isJsonObject(json) ? understoodIn(json, understood) : json;
  };
  return Object.fromEntries(Object.entries(input).map(([name, json]) => [name, value(json)]));
}

type ToolResult =
  | { readonly status: "ok"; readonly summary: string; readonly texts: readonly ToolText[] }
  | { readonly status: "error" | "denied"; readonly summary: string; readonly text: string };

const denied: ToolResult = { status: "denied", summary: "not available", text: "Not available." };
const wrong: ToolResult = { status: "error", summary: "wrong arguments", text: "The arguments are not as declared." };

async function resultOf(
  deps: AnswerDeps,
  task: AnswerTask,
  { call, gathered, mayLeave }: Pick<Parameters<typeof callTool>[2], "call" | "gathered" | "mayLeave">,
): Promise<ToolResult> {
  const name = task.config.tools.enabled.find((each) => each === call.name);
  if (name === undefined) return denied;
  const member = (key: string): string | undefined => {
    const value = call.input[key];
    return typeof value === "string" && value.length > 0 && value.length <= 500 ? value : undefined;
  };
  switch (name) {
    case "search_sources": {
      const query = member("query");
      return query === undefined ? wrong : search(deps, task, { query, mayLeave });
    }
    case "get_document": {
      const key = member("document_key");
      const query = member("query");
      if (key === undefined || query === undefined) return wrong;
      return search(deps, task, { query, mayLeave, documentKey: key });
    }
    case "get_run_output": {
      const runId = member("run_id");
      if (runId === undefined) return wrong;
      if (gathered.runs === null || !mayLeave("run_outputs")) return denied;
      const run = (await gathered.runs.newest()).find((each) => each.runId === runId);
      return run === undefined ? denied : foundOne("1 run", "run_outputs", run.output);
    }
    case "get_record": {
      const family = member("family");
      const key = member("key");
      if (family === undefined || key === undefined) return wrong;
      if (gathered.book === null || !mayLeave("records")) return denied;
      const selected = recordFamilies.find((each) => each === family && isSelected(task, each));
      const row = selected && (await rowOf(gathered.book, selected, key));
      return row === undefined ? denied : foundOne("1 row", "records", row.fields);
    }
  }
}

/** Whether a source of the configuration names the family, or one is narrowed to none. */
function isSelected(task: AnswerTask, family: BookFamily): boolean {
  return task.config.grounding.sources.some(
    (source) => source.kind === "records" && (source.selector?.families?.some((name) => name === family) ?? true),
  );
}

function foundOne(summary: string, part: ToolText["part"], found: JsonObject): ToolResult {
  return { status: "ok", summary, texts: [{ part, text: JSON.stringify(found) }] };
}

/** Tasks and opportunities are no rows of the book: they are found among those that the viewer sees. */
async function rowOf(book: BookSource, family: BookFamily, key: string) {
  if (!book.isReadable(family)) return undefined;
  if (family !== "tasks" && family !== "opportunities") return book.row(family, key);
  return (await book.rows(family, {})).rows.find((row) => row.key === key);
}

/** Only within the sources that the configuration names; what it finds is of the same evidence as what was gathered. */
async function search(
  deps: AnswerDeps,
  task: AnswerTask,
  request: { readonly query: string; readonly mayLeave: (kind: SourceKind) => boolean; readonly documentKey?: string },
): Promise<ToolResult> {
  const { query, mayLeave, documentKey } = request;
  const { grounding, knowledge } = task.config;
  const sources =
    documentKey === undefined
      ? grounding.sources
      : grounding.sources.flatMap((source) =>
          source.kind === "catalog_documents"
            ? [{ ...source, selector: { ...source.selector, document_keys: [documentKey] } }]
            : [],
        );
  if (sources.length === 0) return denied;
  const found = await gatherSources(
    { ...deps, secrets: deps.openSecrets() },
    {
      viewer: task.viewer,
      config: { grounding: { sources }, knowledge },
      variables: valuesOf(task),
      subject: task.subject,
      conversationId: task.conversationId,
      attachmentIds: task.attachmentIds,
      question: query,
      history: [],
      egress: mayLeave,
      looksUp: false,
      signal: task.signal,
    },
  );
  task.onMoreEvidence?.(found.evidence);
  const texts = found.passages.map(({ kind, title, text }) => ({
    part: partOfSource(kind) ?? "tools",
    text: `${title}\n${text}`,
  }));
  return {
    status: "ok",
    summary: `${texts.length} passages`,
    texts: texts.length === 0 ? [{ part: "tools", text: "Nothing was found." }] : texts,
  };
}
