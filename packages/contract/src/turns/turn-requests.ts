import * as z from "zod";
import { RunSubmissionHeaders } from "../headers.ts";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { anyUuid, text } from "../resources/shapes.ts";
import { resumeModes } from "./turn.ts";

export const turnLimits = {
  inputCharsMax: 32_000,
  attachmentsMax: 10,
  metadataEntriesMax: 16,
  metadataKeyCharsMax: 64,
  metadataValueCharsMax: 512,
  cancelReasonCharsMax: 500,
  attemptsMax: 3,
  /** After its creation a turn can be resumed for so long. */
  resumableHours: 24,
  framesMax: 20_000,
  /** What a reader waits for in JSON mode without `Prefer`. */
  waitSecondsDefault: 25,
} as const;

const Metadata = z
  .record(text(1, turnLimits.metadataKeyCharsMax), text(0, turnLimits.metadataValueCharsMax))
  .refine(
    (pairs) => Object.keys(pairs).length <= turnLimits.metadataEntriesMax,
    `must have at most ${turnLimits.metadataEntriesMax} members`,
  );

/** Path of the turns of a conversation. Any text: what is no id is answered as not found. */
export const TurnsParams = z.object({
  slug: z.string().min(1).meta({ example: "client-desk" }),
  conversation_id: z.string().min(1).meta({ example: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }),
});

export const TurnParams = TurnsParams.extend({
  turn_id: z.string().min(1).meta({ example: "0d5c1a52-7f0a-4c7c-9f35-2f0d7c1c6b22" }),
});

/** TURN-1. */
export const TurnSubmission = z
  .strictObject({
    text: text(1, turnLimits.inputCharsMax).meta({ examples: ["When is the claims desk open?"] }),
    parent_turn_id: refusing("turn_not_found", anyUuid()).nullable().optional().meta({
      description:
        "The turn that this one continues: any turn of the conversation that has ended. Default: the newest turn; null begins anew.",
    }),
    attachment_ids: z
      .array(anyUuid())
      .max(turnLimits.attachmentsMax)
      .optional()
      .meta({ examples: [[]] }),
    on_conflict: z.enum(["reject", "interrupt"]).optional().meta({
      description: "While another turn of the conversation runs: refuse this one (default), or cancel the other.",
    }),
    on_disconnect: z.enum(["continue", "cancel"]).optional().meta({
      description: "`cancel`: the turn is cancelled once nobody has read its stream for ten seconds.",
    }),
    version: z.literal("draft").optional().meta({ description: "Sandbox keys: answer with the draft." }),
    metadata: Metadata.optional().meta({ examples: [{ ticket: "4711" }] }),
    test_scenario: z
      .unknown()
      .optional()
      .meta({
        description: "Sandbox only: `completed`, `incomplete`, `provider_error:<reason>`, `interrupted` or `slow`.",
        examples: ["provider_error:unavailable"],
      }),
    after_chars: z
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .meta({ description: "With `test_scenario`: how much text is sent before it happens.", examples: [40] }),
  })
  .meta({ id: "TurnSubmission", example: { text: "When is the claims desk open?" } });

/** Headers of a question. */
export const TurnSubmissionHeaders = z.object({
  "idempotency-key": RunSubmissionHeaders.shape["idempotency-key"].meta({
    description:
      "Makes a question safe to send again: an equal request with the same key answers with the original turn. The same key " +
      "with another body is refused.",
    examples: ["question-4711-1"],
  }),
  prefer: z
    .string()
    .optional()
    .meta({
      description:
        `With \`Accept: application/json\`: \`wait=N\` answers when the turn has ended or N seconds have passed (default ` +
        `${turnLimits.waitSecondsDefault}, at most ${limits.waitSecondsMax}); \`respond-async\` answers at once. A stream does not read it.`,
      examples: ["wait=20"],
    }),
});

export const ResumeTurnRequest = z
  .strictObject({
    mode: z.enum(resumeModes).optional().meta({ description: "Default `restart`." }),
  })
  .meta({ id: "ResumeTurnRequest", example: { mode: "restart" } });

export const CancelTurnRequest = z
  .strictObject({
    reason: text(0, turnLimits.cancelReasonCharsMax)
      .optional()
      .meta({ examples: ["The question was wrong."] }),
  })
  .meta({ id: "CancelTurnRequest", example: { reason: "The question was wrong." } });
