import {
  answerQuestion,
  type BookSource,
  type EmbeddedAnswer,
  type ResponseFormat,
  splitWords,
} from "@service/embedded-answers";
import { compileAnswerSchema } from "@service/evaluations";
import { asJsonObject } from "@service/json";
import { citedAddresses } from "@service/models";
import type { Gathered } from "../../grounding/index.ts";
import type { AnswerOutcome, AnswerUsage } from "../answer-outcome.ts";
import { embeddedModel } from "../present-turn.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerTask } from "./answer-task.ts";
import { guarded } from "./guardrails.ts";
import { providerErrorOf, TurnEndedError } from "./not-answered.ts";
import type { Speaker } from "./speaker.ts";

/** The embedded answerer: rules, look-ups and quotes; nothing of it leaves the service (TURN-44). */
export async function answerFromSources(
  { computing }: Pick<AnswerDeps, "computing">,
  task: AnswerTask,
  gathered: Gathered<BookSource>,
  { speaker, onUsage }: { readonly speaker: Speaker; readonly onUsage: (usage: AnswerUsage) => void },
): Promise<AnswerOutcome> {
  const { config, onEvent, isFirstAnswer, continueFrom } = task;
  speaker.begin();
  const responseFormat = formatOf(config.response_format);
  const answer = await answerQuestion(
    {
      question: task.input,
      history: task.history,
      rules: config.rules,
      subject: task.subject ?? {},
      declineText: config.grounding.decline_text,
      requireCitations: config.grounding.require_citations,
      responseFormat,
      onNoEvidence: config.grounding.on_no_evidence,
    },
    {
      passages: gathered.passages,
      quoting: {
        quote: (quoting) => computing.quote(quoting),
        isFound: (patterns, texts) => computing.isFound(patterns, texts, task.signal),
      },
      ...(gathered.book !== null && { book: gathered.book }),
      ...(gathered.runs !== null && { runs: gathered.runs }),
    },
  );
  if (answer.failure !== undefined || !meetsSchema(responseFormat, answer))
    throw new TurnEndedError({ code: "output_rejected", reason: "schema_mismatch", retryable: false });
  if (isFirstAnswer && continueFrom === "")
    onEvent.notice({
      code: "embedded_answers",
      message: "Answers quote their sources and look values up; no text is generated.",
      detail: { model: embeddedModel.name },
    });
  const shown = guardedAnswer(task, gathered, answer);
  // Equal sources give equal text; where they no longer do, the part that was shown cannot be continued.
  if (!shown.text.startsWith(continueFrom)) throw new TurnEndedError(providerErrorOf("invalid_response"));
  for (const word of splitWords(shown.text.slice(continueFrom.length))) await speaker.say(word);
  for (const citation of shown.citations) speaker.cite(citation);
  const { inputWords, outputWords } = answer.usage;
  const usage = { input_tokens: inputWords, output_tokens: outputWords, estimated: true };
  onUsage(usage);
  speaker.usage(usage);
  speaker.finish();
  return {
    status: "completed",
    incompleteReason: null,
    error: null,
    method: answer.method,
    json: answer.json,
    egress: null,
    model: { ...embeddedModel, fallbackUsed: false },
  };
}

type Shown = { readonly text: string; readonly citations: Parameters<Speaker["cite"]>[0][] };

/**
 * What the configuration lets be said. Who wrote a fixed reply chose its links as well. Spans lead into the text as it was;
 * where something was removed there are none.
 */
function guardedAnswer(
  { config, onEvent }: AnswerTask,
  { passages }: Gathered<BookSource>,
  { text, citations, json, method }: EmbeddedAnswer,
): Shown {
  const { guardrails, grounding } = config;
  const rules = method === "rule" ? { ...guardrails, links: "all" as const } : guardrails;
  const quotes = citations.map(({ quote }) => ({ text: quote }));
  const addresses = citedAddresses([...passages, ...quotes, { text: grounding.decline_text }]);
  const allowed = json === null ? guarded(rules, text, addresses) : text;
  const isChanged = allowed !== text;
  if (isChanged) onEvent.notice({ code: "content_redacted", message: "Parts of the answer were removed.", detail: {} });
  return {
    text: allowed,
    citations: citations.map((each) => ({
      ...each,
      source: { ...sourceOf(each), title: guarded(guardrails, each.source.title, addresses) },
      quote: guarded(guardrails, each.quote, addresses),
      ...(isChanged && { span: null }),
    })),
  };
}

function sourceOf({ source }: EmbeddedAnswer["citations"][number]) {
  const { kind, ref, title, locator } = source;
  return { kind, ref: { ...ref }, title, locator };
}

/** Members are filled by their type; what else the schema asks for is checked of the whole (ANSWER-31). */
function meetsSchema(format: ResponseFormat, { json }: EmbeddedAnswer): boolean {
  return format.type === "text" || json === null || compileAnswerSchema(format.schema)(json) === undefined;
}

function formatOf(format: AnswerTask["config"]["response_format"]): ResponseFormat {
  if (format.type === "text") return { type: "text" };
  return { type: "json_schema", schema: asJsonObject(JSON.parse(JSON.stringify(format.schema))) };
}
