import * as z from "zod";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { anyUuid, text, wholeNumber } from "../resources/shapes.ts";
import { resumeModes, turnStatuses } from "./turn.ts";

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

export const TurnListQuery = z.strictObject({
  path: z.enum(["head", "all"]).optional().meta({
    description: "`head` (default): from the beginning to the newest turn; `all`: every branch.",
  }),
  status: z.enum(turnStatuses).optional(),
  limit: wholeNumber(1, limits.pageMax).optional(),
  cursor: refusing("invalid_cursor", z.string().min(1).max(2_048))
    .optional()
    .meta({ examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
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
