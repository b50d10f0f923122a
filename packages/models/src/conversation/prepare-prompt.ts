import type { ModelMessage } from "../provider.ts";
import {
  assemblePrompt,
  type PromptMessage,
  type PromptParts,
  type PromptSource,
  titleLine,
  wrapUntrusted,
} from "./assemble-prompt.ts";
import type { EgressOfAttempt } from "./conversation-egress.ts";
import { citedAddresses, filterLinks, type LinkPolicy } from "./link-filter.ts";
import { partOfSource, type PromptPart } from "./prompt-parts.ts";
import { putValuesBack } from "./put-values-back.ts";
import { redactText, type RedactedKind } from "./redact-text.ts";
import { chainFilters, type TextFilter } from "./text-filter.ts";
import { withoutMarker } from "./without-marker.ts";

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
  /** What the text of the model goes through before anybody sees it: no marker, values put back, redaction, links. */
  readonly filter: TextFilter;
  readonly hasRedacted: () => boolean;
  /** A word of the model, such as the argument of a tool, with its values and without the marker. */
  readonly understood: (text: string) => string;
  /**
   * The result of a tool as it may leave, wrapped as data: each text by the rule of the part that it was found in, and by that
   * of tools; null: it may not leave.
   */
  toolResult(name: string, texts: readonly ToolText[]): string | null;
}

/** A text that a tool found. */
export interface ToolText {
  /** What it is a part of besides `tools`. */
  readonly part: PromptPart;
  readonly text: string;
}

/** Of the result of a tool. */
const toolResultBytes = 16 * 1_024;

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
  const pictures = (parts.pictures ?? []).filter(({ bytes }) => egress.leavePicture(bytes));
  const assembled = assemblePrompt({ ...parts, instructions, input, sources, history, pictures, charsMax: Infinity });
  const redactor = redactText(rules.isJson ? [] : rules.redact);
  const cited = citedAddresses(parts.sources);
  return {
    messages: assembled.messages,
    sources: sources.map(({ n }) => n),
    historyDropped: parts.history.length - history.length,
    filter: chainFilters([
      withoutMarker(parts.marker),
      putValuesBack(egress.marks, { isJson: rules.isJson }),
      redactor,
      filterLinks(rules.isJson ? "all" : rules.links, cited),
    ]),
    hasRedacted: redactor.hasRedacted,
    understood(text) {
      const filter = chainFilters([withoutMarker(parts.marker), putValuesBack(egress.marks)]);
      return filter.push(text) + filter.end();
    },
    toolResult(name, texts) {
      const found = texts.flatMap(({ part, text }) => (part === "tools" ? text : (egress.restrict(part, text) ?? [])));
      if (found.length === 0 && texts.length > 0) return null;
      const leaving = egress.leave("tools", cutToBytes(found.join("\n\n"), toolResultBytes));
      return leaving === null ? null : wrapUntrusted(parts.marker, `result of ${name}`, leaving);
    },
  };
}

function leavingSource(egress: EgressOfAttempt, source: PromptSource): PromptSource[] {
  const part = partOfSource(source.kind);
  if (part === undefined) return [];
  const [title, text] = [egress.leave(part, titleLine(source.title)), egress.leave(part, source.text)];
  return title === null || text === null ? [] : [{ ...source, title, text }];
}

function leavingMessage(egress: EgressOfAttempt, message: PromptMessage): PromptMessage[] {
  const text = egress.leave("history", message.text);
  return text === null ? [] : [{ ...message, text }];
}

function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= bytesMax
    ? text
    : bytes
        .subarray(0, bytesMax)
        .toString("utf8")
        .replace(/\uFFFD+$/, "");
}
