import { sha256Hex } from "@service/json";
import { allowsDestination } from "../egress.ts";
import { type ConversationEgressRule, type EgressManifest, isConversationRule } from "../egress-manifest.ts";
import { createMarks, type HiddenIdentities, type Marks } from "./marks.ts";
import { type PromptPart, promptParts } from "./prompt-parts.ts";
import { visibleText } from "./visible-text.ts";

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
    /** SHA-256 of the texts that left, joined by an empty line. */
    readonly sha256: string;
    /** SHA-256 of each picture that left. */
    readonly pictures?: readonly string[];
  }[];
}

/** What leaves in one attempt of a turn: its prompt, and results of tools while it is answered. */
export interface EgressOfAttempt {
  /** The text as it leaves, changed by the rule of its part; null: it does not leave (MODEL-70, MODEL-73). */
  leave(part: PromptPart, text: string): string | null;
  /** The text changed by the rule of a part as which it does not leave: what a tool found, before it leaves as its result. */
  restrict(part: PromptPart, text: string): string | null;
  /** A picture of the attachments, which leaves as it is or not at all (ATT-63). */
  leavePicture(bytes: Uint8Array): boolean;
  /** What left so far. */
  record(): EgressRecord;
  /** Parts of which a text did not leave, in the order of prompts. */
  refused(): readonly PromptPart[];
  /** Puts values back in the answer; without masked parts it has none. */
  readonly marks: Marks;
}

export interface ConversationEgress {
  /** As given, changed by the part's rule; null: it does not leave. */
  readonly texts: readonly (string | null)[];
  readonly record: EgressRecord;
  readonly refused: readonly PromptPart[];
  readonly marks: Marks;
}

/** Whether a part of a prompt may leave at all (MODEL-70). */
export function partMayLeave(manifest: EgressManifest, part: PromptPart): boolean {
  const rule = ruleOf(manifest, part);
  return rule !== undefined && rule.transform !== "drop";
}

/**
 * Whether pictures of the attachments may leave: only where the whole part passes, because nothing in a picture can be masked
 * or cut (ATT-63).
 */
export function picturesMayLeave(manifest: EgressManifest): boolean {
  const rule = ruleOf(manifest, "attachments");
  return rule?.transform === "pass" && rule.max_chars === undefined;
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
 * Opens what leaves in an attempt. A destination that the manifest does not list gets nothing (MODEL-71).
 * @param identities what `mask` hides besides addresses and numbers.
 */
export function openEgress(
  manifest: EgressManifest,
  destination: string,
  identities: HiddenIdentities = {},
): EgressOfAttempt {
  const marks = createMarks(identities);
  const isAllowed = allowsDestination(manifest, destination);
  const left = new Map<PromptPart, string[]>();
  const refused = new Set<PromptPart>();
  const pictures: string[] = [];
  function restrict(part: PromptPart, text: string): string | null {
    const rule = isAllowed ? ruleOf(manifest, part) : undefined;
    // First of all: a character that is not seen would hide a value from a mask.
    return rule === undefined ? null : changed(rule, visibleText(text), marks);
  }
  return {
    marks,
    restrict,
    leave(part, text) {
      const leaving = restrict(part, text);
      if (leaving === null) refused.add(part);
      else left.set(part, [...(left.get(part) ?? []), leaving]);
      return leaving;
    },
    leavePicture(bytes) {
      const leaves = isAllowed && picturesMayLeave(manifest);
      if (leaves) pictures.push(sha256Hex(bytes));
      else refused.add("attachments");
      return leaves;
    },
    record: () => ({
      destination,
      parts: promptParts.flatMap((part) => recordOf(part, left.get(part), part === "attachments" ? pictures : [])),
    }),
    refused: () => promptParts.filter((part) => refused.has(part)),
  };
}

/** What of the texts of a prompt leaves for a provider, all at once; `openEgress` where more may come. */
export function letLeave(
  manifest: EgressManifest,
  destination: string,
  given: readonly PromptText[],
  identities: HiddenIdentities = {},
): ConversationEgress {
  const egress = openEgress(manifest, destination, identities);
  const texts = given.map(({ part, text }) => egress.leave(part, text));
  return { texts, record: egress.record(), refused: egress.refused(), marks: egress.marks };
}

function recordOf(
  part: PromptPart,
  texts: readonly string[] = [],
  pictures: readonly string[] = [],
): EgressRecord["parts"] {
  if (texts.length === 0 && pictures.length === 0) return [];
  const chars = texts.reduce((sum, text) => sum + [...text].length, 0);
  const sha256 = sha256Hex(texts.join("\n\n"));
  return [{ part, chars, sha256, ...(pictures.length > 0 && { pictures: [...pictures] }) }];
}

function ruleOf(manifest: EgressManifest, part: PromptPart): ConversationEgressRule | undefined {
  return manifest.rules.filter(isConversationRule).find((rule) => rule.part === part);
}

function changed(
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
