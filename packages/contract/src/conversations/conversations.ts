import * as z from "zod";
import { limits } from "../limits.ts";
import { anyUuid, EnvironmentSlug, text, Timestamp } from "../resources/shapes.ts";
import { InstanceParams } from "./instances.ts";
import { RunSubmissionHeaders } from "../headers.ts";

export const conversationStatuses = ["active", "archived"] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** Any text: what is not the id of a conversation is answered as not found. */
export const ConversationParams = InstanceParams.extend({
  conversation_id: z.string().min(1).meta({ example: "5b1f7a52-0f0a-4f7c-9f35-2f0d7c1c6a11" }),
});

/** What a conversation is about; fixed for life. */
export const ConversationSubject = z
  .strictObject({
    connection_id: anyUuid()
      .optional()
      .meta({
        description:
          "Needed where the organization has several active connections. Alone: everything of this connection that " +
          "the asker may read.",
      }),
    client_key: text(1, 128)
      .optional()
      .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    policy_key: text(1, 128)
      .optional()
      .meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
    run_ids: z.array(anyUuid()).min(1).max(limits.conversationRunsMax).optional(),
  })
  .refine(
    (subject) => Object.values(subject).some((each) => each !== undefined),
    "must hold at least one of connection_id, client_key, policy_key and run_ids",
  )
  .refine(
    ({ connection_id, client_key, policy_key, run_ids }) =>
      connection_id === undefined || run_ids === undefined || client_key !== undefined || policy_key !== undefined,
    { message: "needs client_key or policy_key beside run_ids", path: ["connection_id"] },
  )
  .meta({ id: "ConversationSubject" });

/** Values by the keys that the configuration declares. */
const Variables = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be the key of a variable"),
    z.union([text(0, limits.conversationVariableCharsMax), z.number(), z.boolean()], {
      error: "must be a string, a number, true or false",
    }),
  )
  .refine(
    (given) => Object.keys(given).length <= limits.instanceVariablesMax,
    `must have at most ${limits.instanceVariablesMax} members`,
  )
  .meta({ examples: [{ office: "Toledo" }] });

const Metadata = z
  .record(
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, "must be 1 to 64 letters, digits and _ . -"),
    text(0, limits.conversationMetadataCharsMax),
  )
  .refine(
    (given) => Object.keys(given).length <= limits.conversationMetadataMax,
    `must have at most ${limits.conversationMetadataMax} members`,
  )
  .meta({ examples: [{ ticket: "T-1042" }] });

const Title = text(1, limits.conversationTitleCharsMax).refine(
  (value) => value.trim() !== "",
  "must not be only spaces",
);

/** A message that stood before the first turn. */
export const SeedMessage = z.strictObject({
  role: z.enum(["user", "assistant"]),
  text: text(1, limits.conversationSeedCharsMax).meta({ examples: ["When does the policy expire?"] }),
});

export const CreateConversationRequest = z
  .strictObject({
    title: Title.optional().meta({ examples: ["Renewal of Blue Harbor Cafe"] }),
    subject: ConversationSubject.optional(),
    variables: Variables.optional(),
    metadata: Metadata.optional(),
    seed: z
      .array(SeedMessage)
      .max(limits.conversationSeedMax)
      .optional()
      .meta({ examples: [[]] }),
  })
  .meta({ id: "CreateConversationRequest", example: { title: "Renewal of Blue Harbor Cafe" } });

export const ConversationHeaders = RunSubmissionHeaders.pick({ "idempotency-key": true });

export const UpdateConversationRequest = z
  .strictObject({
    title: Title.optional().meta({ examples: ["Renewal of Blue Harbor Cafe"] }),
    metadata: Metadata.optional().meta({ description: "Replaces the metadata as a whole." }),
    status: z.enum(conversationStatuses).optional(),
  })
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    "must hold at least one of title, metadata and status",
  )
  .meta({ id: "UpdateConversationRequest", example: { status: "archived" } });

export const Conversation = z
  .object({
    conversation_id: z.uuid(),
    instance_slug: z.string().meta({ examples: ["service-desk"] }),
    environment: EnvironmentSlug,
    title: z.string().meta({
      description: "The first 80 characters of the first input unless given; empty before.",
      examples: ["Renewal of Blue Harbor Cafe"],
    }),
    status: z.enum(conversationStatuses),
    owner_principal: z
      .string()
      .nullable()
      .meta({ description: "The acting person who began it.", examples: ["pat.moreno"] }),
    subject: z
      .object({
        connection_id: z.uuid().optional(),
        client_key: z
          .string()
          .optional()
          .meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
        policy_key: z
          .string()
          .optional()
          .meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
        run_ids: z.array(z.uuid()).optional(),
      })
      .nullable(),
    variables: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .meta({ examples: [{ office: "Toledo" }] }),
    metadata: z.record(z.string(), z.string()).meta({ examples: [{ ticket: "T-1042" }] }),
    turn_count: z.int().min(0),
    head_turn_id: z.uuid().nullable().meta({ description: "The newest turn." }),
    active_turn_id: z.uuid().nullable().meta({ description: "The turn that is queued or running." }),
    last_turn_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Conversation" });

export const ConversationList = z
  .object({
    conversations: z.array(Conversation),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "ConversationList" });
