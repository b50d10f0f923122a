import type { Parts } from "./parts.ts";

/**
 * Messages as other tools take them (CONV-66): what stood before, then questions and answers of the newest branch. An answer
 * that is withheld or not there is left out.
 */
export async function* messagesOf(parts: Parts): AsyncIterable<string> {
  yield '{"messages":[';
  let separator = "";
  const message = (role: string, content: string): string => {
    const text = `${separator}${JSON.stringify({ role, content })}`;
    separator = ",";
    return text;
  };
  for (const { role, text } of parts.seed) yield message(role, text);
  for await (const { turn_id, input, output } of parts.turns()) {
    if (!parts.path.has(turn_id)) continue;
    yield message("user", input.text);
    if (output.text !== null) yield message("assistant", output.text);
  }
  yield "]}\n";
}
