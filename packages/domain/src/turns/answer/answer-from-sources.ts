import {
  answerQuestion,
  type BookSource,
  type EmbeddedAnswer,
  type ResponseFormat,
  splitWords,
} from "@service/embedded-answers";
import { asJsonObject } from "@service/json";
import type { Gathered } from "../../grounding/index.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import { embeddedModel } from "../present-turn.ts";
import type { AnswerTask } from "./answer-task.ts";
import { redactAnswer } from "./guardrails.ts";
import { providerErrorOf, TurnEndedError } from "./not-answered.ts";
import type { Speaker } from "./speaker.ts";

/** The embedded answerer: rules, look-ups and quotes; nothing of it leaves the service (TURN-44). */
export async function answerFromSources(
  task: AnswerTask,
  gathered: Gathered<BookSource>,
  speaker: Speaker,
): Promise<AnswerOutcome> {
  const { config, onEvent, isFirstAnswer, continueFrom } = task;
  speaker.begin();
  const answer = await answerQuestion(
    {
      question: task.input,
      history: task.history,
      rules: config.rules,
      subject: task.subject ?? {},
      declineText: config.grounding.decline_text,
      requireCitations: config.grounding.require_citations,
      responseFormat: formatOf(config.response_format),
      onNoEvidence: config.grounding.on_no_evidence,
    },
    {
      passages: gathered.passages,
      ...(gathered.book !== null && { book: gathered.book }),
      ...(gathered.runs !== null && { runs: gathered.runs }),
    },
  );
  if (answer.failure !== undefined)
    throw new TurnEndedError({ code: "output_rejected", reason: answer.failure, retryable: false });
  if (isFirstAnswer && continueFrom === "")
    onEvent.notice({
      code: "embedded_answers",
      message: "Answers quote their sources and look values up; no text is generated.",
      detail: { model: embeddedModel.name },
    });
  const shown = withoutRedacted(task, answer);
  // Equal sources give equal text; where they no longer do, the part that was shown cannot be continued.
  if (!shown.text.startsWith(continueFrom)) throw new TurnEndedError(providerErrorOf("invalid_response"));
  for (const word of splitWords(shown.text.slice(continueFrom.length))) await speaker.say(word);
  for (const citation of shown.citations) speaker.cite(citation);
  const { inputWords, outputWords } = answer.usage;
  speaker.usage({ input_tokens: inputWords, output_tokens: outputWords, estimated: true });
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

/** Spans lead into the text as it was; where something was removed they say nothing. */
function withoutRedacted({ config, onEvent }: AnswerTask, { text, citations, json }: EmbeddedAnswer): Shown {
  const redacted = json === null ? redactAnswer(config.guardrails, text) : text;
  if (redacted === text) return { text, citations: citations.map((each) => ({ ...each, source: sourceOf(each) })) };
  onEvent.notice({ code: "content_redacted", message: "Parts of the answer were removed.", detail: {} });
  return {
    text: redacted,
    citations: citations.map((each) => ({
      ...each,
      source: sourceOf(each),
      quote: redactAnswer(config.guardrails, each.quote),
      span: null,
    })),
  };
}

function sourceOf({ source }: EmbeddedAnswer["citations"][number]) {
  const { kind, ref, title, locator } = source;
  return { kind, ref: { ...ref }, title, locator };
}

function formatOf(format: AnswerTask["config"]["response_format"]): ResponseFormat {
  if (format.type === "text") return { type: "text" };
  return { type: "json_schema", schema: asJsonObject(JSON.parse(JSON.stringify(format.schema))) };
}
