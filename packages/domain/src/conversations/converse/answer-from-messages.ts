import { cut } from "@service/json";
import { answerQuestion, type Passage, type Quoting, splitWords } from "@service/embedded-answers";
import type { JsonObject } from "@service/json";
import { type ModelEvent, type ModelMessage, ProviderFailure } from "@service/models";

/** What a decline says here: there are no sources but the messages. */
const declineText = "The messages before do not answer this.";

/** Most text that is read for an answer, the newest first, and most of a question: more would block the process. */
const readCharsMax = 64 * 1024;
const questionCharsMax = 32_000;

/**
 * The answer of the embedded model: the last message of the user is the question, the messages before it are what is quoted
 * (ASK-5), cut after as many words as it may have tokens (ASK-6).
 * @throws ProviderFailure `invalid_response` where a schema cannot be filled from the messages.
 */
export async function* answerFromMessages(
  messages: readonly ModelMessage[],
  {
    schema,
    maxOutputTokens = Infinity,
  }: { readonly schema: JsonObject | undefined; readonly maxOutputTokens: number | undefined },
  quoting: Quoting,
): AsyncGenerator<ModelEvent> {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const question = cut(messages[at]?.content ?? "", questionCharsMax);
  const before = newest(messages.slice(0, Math.max(0, at)));
  const first = Math.max(0, at) - before.length;
  const passages: Passage[] = before.map(({ content }, index) => ({
    kind: "knowledge",
    ref: { message: first + index },
    title: `Message ${first + index + 1}`,
    locator: null,
    text: content,
  }));
  const answer = await answerQuestion(
    {
      question,
      history: before.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, text: content }])),
      rules: [],
      subject: {},
      declineText,
      requireCitations: false,
      responseFormat: schema === undefined ? { type: "text" } : { type: "json_schema", schema },
      onNoEvidence: "decline",
    },
    { passages, quoting },
  );
  if (answer.failure !== undefined) throw new ProviderFailure("invalid_response");
  const words = splitWords(answer.text);
  const sent = words.slice(0, maxOutputTokens);
  for (const text of sent) yield { t: "text", text };
  yield { t: "usage", in: countedWords(messages), out: sent.length };
  yield { t: "finish", reason: sent.length < words.length ? "length" : "stop" };
}

/** The last messages that fit, the first of them cut at its beginning. */
function newest(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let left = readCharsMax;
  const kept: ModelMessage[] = [];
  for (const message of messages.toReversed()) {
    if (left <= 0) break;
    kept.push({ role: message.role, content: message.content.slice(-left) });
    left -= message.content.length;
  }
  return kept.toReversed();
}

function countedWords(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + splitWords(content).length, 0);
}
