import * as z from "zod";
import { limits } from "../limits.ts";
import { anyUuid, text, Timestamp } from "../resources/shapes.ts";
import { ConversationParams } from "./conversations.ts";

export const conversationAnnotationKinds = ["rating", "label", "correction", "comment"] as const;
export type ConversationAnnotationKind = (typeof conversationAnnotationKinds)[number];
export const conversationRatings = ["up", "down"] as const;
export type ConversationRating = (typeof conversationRatings)[number];

export const ConversationAnnotationParams = ConversationParams.extend({
  annotation_id: z.string().min(1).meta({ example: "7d8a3a4e-3c1e-4f0e-9a58-9a3f5f0d4c11" }),
});

const contents = {
  rating: z.enum(conversationRatings).optional(),
  labels: z
    .array(text(1, limits.annotationLabelCharsMax))
    .min(1)
    .max(limits.annotationLabelsMax)
    .optional()
    .meta({ examples: [["wrong-carrier"]] }),
  corrected_output: text(1, limits.correctedOutputCharsMax)
    .optional()
    .meta({ examples: ["The policy expires on 2027-03-01."] }),
  comment: text(1, limits.annotationCommentCharsMax)
    .optional()
    .meta({ examples: ["It named the wrong carrier."] }),
} as const;

const memberOf = {
  rating: "rating",
  label: "labels",
  correction: "corrected_output",
  comment: "comment",
} as const satisfies Record<ConversationAnnotationKind, keyof typeof contents>;

/** The member that an annotation of a kind must hold. */
export function requiredMemberOf(kind: ConversationAnnotationKind): keyof typeof contents {
  return memberOf[kind];
}

/** The member of its kind is required; others may stand beside it. A correction is about a turn. */
export const CreateConversationAnnotationRequest = z
  .strictObject({
    target: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("turn"), turn_id: anyUuid() }),
      z.strictObject({ type: z.literal("conversation") }),
    ]),
    kind: z.enum(conversationAnnotationKinds),
    ...contents,
  })
  .superRefine((given, context) => {
    const member = memberOf[given.kind];
    if (given[member] === undefined)
      context.addIssue({ code: "custom", path: [member], message: "is required for this kind" });
    if (given.corrected_output !== undefined && given.target.type === "conversation")
      context.addIssue({ code: "custom", path: ["corrected_output"], message: "needs a turn as target" });
  })
  .meta({
    id: "CreateConversationAnnotationRequest",
    example: {
      target: { type: "turn", turn_id: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" },
      kind: "correction",
      corrected_output: "The policy expires on 2027-03-01.",
    },
  });

/** `null` removes a member; the one of its kind stays. */
export const UpdateConversationAnnotationRequest = z
  .strictObject({
    rating: contents.rating.nullable(),
    labels: contents.labels.nullable(),
    corrected_output: contents.corrected_output.nullable(),
    comment: contents.comment.nullable(),
  })
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    "must hold at least one of rating, labels, corrected_output and comment",
  )
  .meta({ id: "UpdateConversationAnnotationRequest", example: { rating: "down" } });

/** What a person says of a turn or of a conversation. */
export const ConversationAnnotation = z
  .object({
    annotation_id: z.uuid(),
    target: z.object({ type: z.enum(["turn", "conversation"]), turn_id: z.uuid().optional() }),
    kind: z.enum(conversationAnnotationKinds),
    rating: z.enum(conversationRatings).nullable(),
    labels: z.array(z.string()).meta({ examples: [["wrong-carrier"]] }),
    corrected_output: z
      .string()
      .nullable()
      .meta({
        description: "Null also for a reader from whom the answer is withheld.",
        examples: ["The policy expires on 2027-03-01."],
      }),
    comment: z
      .string()
      .nullable()
      .meta({
        description: "Null also for a reader from whom the answer is withheld.",
        examples: ["It named the wrong carrier."],
      }),
    withheld: z
      .boolean()
      .meta({ description: "The answer that it is about was made of what the reader may not read." }),
    author_principal: z
      .string()
      .nullable()
      .meta({ examples: ["pat.moreno"] }),
    revision: z.int().min(1).meta({ description: "Send it in `If-Match`, in quotes, to change it." }),
    promoted_scenario_key: z
      .string()
      .nullable()
      .meta({ examples: ["renewal-names-carrier"] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "ConversationAnnotation" });

export const ConversationAnnotationList = z
  .object({
    annotations: z.array(ConversationAnnotation),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "ConversationAnnotationList" });
