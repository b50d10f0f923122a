import type { InstanceConfig } from "@service/contract";
import type { BookSource } from "@service/embedded-answers";
import type { JsonObject } from "@service/json";
import { type ToolCall, type ToolDeclaration, wrapUntrusted } from "@service/models";
import { type Gathered, gatherSources, type SourceKind } from "../../grounding/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { valuesOf } from "./gather-for-turn.ts";

type ToolName = InstanceConfig["tools"]["enabled"][number];

/** Results are cut to 16 KiB (TURN-47). */
export const toolResultChars = 16 * 1_024;

const textMember = { type: "string", minLength: 1, maxLength: 500 } as const;
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What a model may call; every one reads, as the asker, what the configuration's sources name. */
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
    parameters: objectOf({ family: textMember, key: textMember }),
  },
};

export function toolDeclarations(enabled: readonly ToolName[]): readonly ToolDeclaration[] {
  return enabled.map((name) => declarations[name]);
}

/**
 * Performs one call of a model as the asker, tells the readers of the stream, and returns the result as data that others wrote
 * (TURN-47). A wrong call, and one that may not be made, are results as well.
 */
export async function callTool(
  deps: AnswerDeps,
  task: AnswerTask,
  given: {
    readonly call: ToolCall;
    readonly gathered: Gathered<BookSource>;
    readonly marker: string;
    readonly mayLeave: (kind: SourceKind) => boolean;
  },
): Promise<string> {
  const { call } = given;
  const startedAt = performance.now();
  task.onEvent.tool({ state: "started", call_id: call.id, name: call.name, input: call.input });
  const result = await resultOf(deps, task, given).catch((error: unknown): ToolResult => {
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
  return result.status === "ok" ? wrapUntrusted(given.marker, `result of ${call.name}`, result.text) : result.text;
}

interface ToolResult {
  readonly status: "ok" | "error" | "denied";
  readonly summary: string;
  readonly text: string;
}

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
      return run === undefined ? denied : { status: "ok", summary: "1 run", text: JSON.stringify(run.output) };
    }
    case "get_record": {
      const family = member("family");
      const key = member("key");
      if (family === undefined || key === undefined) return wrong;
      if (gathered.book === null || !mayLeave("records")) return denied;
      const known = recordFamilies.find((each) => each === family);
      const row = known && (await gathered.book.row(known, key));
      return row === undefined ? denied : { status: "ok", summary: "1 row", text: JSON.stringify(row.fields) };
    }
  }
}

const recordFamilies = ["accounts", "contacts", "policies", "coverages", "claims"] as const;

/** Only within the sources that the configuration names; what it finds is of the same evidence as what was gathered. */
async function search(
  deps: AnswerDeps,
  task: AnswerTask,
  asked: { readonly query: string; readonly mayLeave: (kind: SourceKind) => boolean; readonly documentKey?: string },
): Promise<ToolResult> {
  const { query, mayLeave, documentKey } = asked;
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
      asker: task.asker,
      config: { grounding: { sources }, knowledge },
      variables: valuesOf(task),
      subject: task.subject,
      conversationId: task.conversationId,
      attachmentIds: task.attachmentIds,
      question: query,
      history: [],
      egress: mayLeave,
      signal: task.signal,
    },
  );
  await task.onMoreEvidence?.(found.evidence);
  const text = found.passages.map((each) => `${each.title}\n${each.text}`).join("\n\n");
  return {
    status: "ok",
    summary: `${found.passages.length} passages`,
    text: text === "" ? "Nothing was found." : text,
  };
}
