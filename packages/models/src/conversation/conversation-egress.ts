import { sha256Hex } from "@service/json";
import { allowsDestination } from "../egress.ts";
import { type ConversationEgressRule, type EgressManifest, isConversationRule } from "../egress-manifest.ts";
import { createMarks, type KnownIdentities, type Marks } from "./marks.ts";
import { type PromptPart, promptParts } from "./prompt-parts.ts";

/** One text of a prompt, such as a passage or an earlier message. */
export interface PromptText {
  readonly part: PromptPart;
  readonly text: string;
}

/** What left for a provider, as an attempt stores it (MODEL-75). */
export interface EgressRecord {
  /** The provider's name. */
  readonly destination: string;
  readonly parts: readonly {
    readonly part: PromptPart;
    /** Unicode code points of the texts together. */
    readonly chars: number;
    /** SHA-256 of the texts that left, joined by a line of their own. */
    readonly sha256: string;
  }[];
}

export interface ConversationEgress {
  /** As given, changed by the part's rule; null: it does not leave. */
  readonly texts: readonly (string | null)[];
  readonly record: EgressRecord;
  /** Parts that were given and do not leave, in the order of prompts. */
  readonly refused: readonly PromptPart[];
  /** Puts values back in the answer; without masked parts it has none. */
  readonly marks: Marks;
}

/** Whether a part of a prompt may leave at all (MODEL-70). */
export function partMayLeave(manifest: EgressManifest, part: PromptPart): boolean {
  const rule = ruleOf(manifest, part);
  return rule !== undefined && rule.transform !== "drop";
}

/**
 * Why a conversation cannot use a model of this provider: the provider is no destination, or the instructions or the
 * question may not leave (MODEL-71). Undefined: it can.
 */
export function conversationBlock(
  manifest: EgressManifest,
  destination: string,
): "destination" | "instructions" | "input" | undefined {
  if (!allowsDestination(manifest, destination)) return "destination";
  return (["instructions", "input"] as const).find((part) => !partMayLeave(manifest, part));
}

/**
 * What of a prompt leaves for a provider: every text by the rule of its part, nothing without one (MODEL-70, MODEL-73). A
 * destination that the manifest does not list gets nothing.
 * @param known what `mask` hides besides addresses and numbers.
 */
export function letLeave(
  manifest: EgressManifest,
  destination: string,
  given: readonly PromptText[],
  known: KnownIdentities = {},
): ConversationEgress {
  const marks = createMarks(known);
  const isAllowed = allowsDestination(manifest, destination);
  const texts = given.map(({ part, text }) => {
    const rule = isAllowed ? ruleOf(manifest, part) : undefined;
    return rule === undefined ? null : leaving(rule, text, marks);
  });
  const parts = promptParts.flatMap((part) => {
    const left = texts.filter((text, index): text is string => text !== null && given[index]?.part === part);
    if (left.length === 0) return [];
    const chars = left.reduce((sum, text) => sum + [...text].length, 0);
    return [{ part, chars, sha256: sha256Hex(left.join("\n\n")) }];
  });
  const refused = promptParts.filter((part) => given.some((one, index) => one.part === part && texts[index] === null));
  return { texts, record: { destination, parts }, refused, marks };
}

function ruleOf(manifest: EgressManifest, part: PromptPart): ConversationEgressRule | undefined {
  return manifest.rules.filter(isConversationRule).find((rule) => rule.part === part);
}

function leaving(
  { transform, max_chars: charsMax }: ConversationEgressRule,
  text: string,
  marks: Marks,
): string | null {
  switch (transform) {
    case "drop":
      return null;
    case "pass":
      return cut(text, charsMax);
    case "mask":
      // Cut first: a mark that is cut in two could not be put back.
      return marks.mask(cut(text, charsMax));
  }
}

function cut(text: string, charsMax: number | undefined): string {
  return charsMax === undefined || text.length <= charsMax ? text : [...text].slice(0, charsMax).join("");
}
