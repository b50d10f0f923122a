import type { ModelMessage } from "../provider.ts";
import {
  assemblePrompt,
  type PromptMessage,
  type PromptParts,
  type PromptSource,
  wrapUntrusted,
} from "./assemble-prompt.ts";
import type { EgressOfAttempt } from "./conversation-egress.ts";
import { addressesIn, filterLinks, type LinkPolicy } from "./link-filter.ts";
import { partOfSource } from "./prompt-parts.ts";
import { putValuesBack } from "./put-values-back.ts";
import { redactText, type RedactedKind } from "./redact-text.ts";
import { chainFilters, type TextFilter } from "./text-filter.ts";

export interface AnswerRules {
  readonly links: LinkPolicy;
  readonly redact: readonly RedactedKind[];
  /** The answer is JSON: values are put back as parts of its strings, and links and addresses in it are left. */
  readonly isJson: boolean;
}

export interface PreparedPrompt {
  readonly messages: readonly ModelMessage[];
  /** Numbers of the sources that the model sees. */
  readonly sources: readonly number[];
  /** Messages at the beginning of the history that had no room or may not leave. */
  readonly historyDropped: number;
  /** What the text of the model goes through before anybody sees it: values put back, then redaction, then links. */
  readonly filter: TextFilter;
  readonly hasRedacted: () => boolean;
  /** The result of a tool as it may leave, wrapped as data; null: it may not. */
  toolResult(name: string, text: string): string | null;
}

/**
 * The prompt of one attempt: what may leave of its parts, in its order, and how the answer is read (MODEL-70 to MODEL-79).
 * A source or message that may not leave is not in it; the record of `egress` then says what left.
 * @returns undefined when the instructions or the question may not leave.
 * @throws Error for a marker that could be guessed.
 */
export function preparePrompt(
  egress: EgressOfAttempt,
  parts: PromptParts,
  rules: AnswerRules,
): PreparedPrompt | undefined {
  const instructions = egress.leave("instructions", parts.instructions);
  const input = egress.leave("input", parts.input);
  if (instructions === null || input === null) return undefined;
  // What has no room does not leave either: it must not stand in the record.
  const fitting = assemblePrompt(parts);
  const sources = parts.sources
    .slice(0, parts.sources.length - fitting.sourcesDropped)
    .flatMap((source) => leavingSource(egress, source));
  const history = parts.history.slice(fitting.historyDropped).flatMap((message) => leavingMessage(egress, message));
  const assembled = assemblePrompt({ ...parts, instructions, input, sources, history, charsMax: Infinity });
  const redactor = redactText(rules.isJson ? [] : rules.redact);
  const cited = new Set(parts.sources.flatMap(({ text }) => addressesIn(text)));
  return {
    messages: assembled.messages,
    sources: sources.map(({ n }) => n),
    historyDropped: parts.history.length - history.length,
    filter: chainFilters([
      putValuesBack(egress.marks, { isJson: rules.isJson }),
      redactor,
      filterLinks(rules.isJson ? "all" : rules.links, cited),
    ]),
    hasRedacted: redactor.hasRedacted,
    toolResult(name, text) {
      const leaving = egress.leave("tools", text);
      return leaving === null ? null : wrapUntrusted(parts.marker, `result of ${name}`, leaving);
    },
  };
}

function leavingSource(egress: EgressOfAttempt, source: PromptSource): PromptSource[] {
  const part = partOfSource(source.kind);
  if (part === undefined) return [];
  const [title, text] = [egress.leave(part, source.title), egress.leave(part, source.text)];
  return title === null || text === null ? [] : [{ ...source, title, text }];
}

function leavingMessage(egress: EgressOfAttempt, message: PromptMessage): PromptMessage[] {
  const text = egress.leave("history", message.text);
  return text === null ? [] : [{ ...message, text }];
}
