import type { ExportedTurn, Parts } from "./parts.ts";

/** A transcript to read (CONV-64): every turn in the order of its index, its sources numbered as the answer cites them. */
export async function* markdownOf(parts: Parts): AsyncIterable<string> {
  const { conversation, seed } = parts;
  yield `# ${plain(conversation.title) || "Conversation"}\n\n`;
  yield `Conversation ${conversation.conversation_id} with ${lineOf(conversation.instance_slug)} in ${conversation.environment}, begun ${conversation.created_at}.\n`;
  for (const { role, text } of seed)
    yield `\n**${role === "user" ? "Question" : "Answer"} before the first turn**\n\n${quoted(asText(text))}\n`;
  let previous: string | null = null;
  for await (const turn of parts.turns()) {
    yield turnText(turn, previous);
    previous = turn.turn_id;
  }
}

function turnText(turn: ExportedTurn, previous: string | null): string {
  const { index, status, input, output, parent_turn_id: parent } = turn;
  const branch = parent === previous ? "" : parent === null ? "\nBegins anew.\n" : `\nContinues turn ${parent}.\n`;
  const sources = output.citations.map(
    ({ n, source, quote }) =>
      `${n}. ${plain(source.title)}${source.locator === null ? "" : `, ${plain(source.locator)}`}: "${plain(quote)}"\n`,
  );
  return [
    `\n## ${index}. ${turn.created_at} (${status})\n${branch}\n`,
    `**Question**\n\n${quoted(asText(input.text))}\n\n`,
    `**Answer**\n\n${answerOf(turn)}\n`,
    ...(sources.length === 0 ? [] : ["\n**Sources**\n\n", ...sources]),
  ].join("");
}

function answerOf({ output, error }: ExportedTurn): string {
  if (output.withheld) return "_Withheld: it was made from what you may not read._";
  if (output.text !== null) return quoted(withoutTags(output.text));
  return error === null ? "_None yet._" : `_None: ${plain(error.message)}_`;
}

/** As a block quote, so that nothing in it is a heading of the transcript. */
function quoted(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** A title or a quote of somebody else's, in one line. */
const plain = (text: string): string => asText(lineOf(text));

/** What somebody wrote: nothing in it is a link, a picture or HTML of the transcript. */
const asText = (text: string): string => withoutTags(text.replaceAll(/[\\[\]]/g, String.raw`\$&`));

/**
 * Begins no tag, comment or autolink with `<`; the other Markdown of an answer stays. After an odd number of backslashes a
 * `<` is escaped already: one more would escape the backslash instead.
 */
function withoutTags(text: string): string {
  return text.replaceAll(/(?<!\\)((?:\\\\)*)<(?=[a-z/!?])/gi, String.raw`$1\<`);
}

function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
