import * as z from "zod";
import { refusing } from "../refusing.ts";
import { Attachment } from "../attachments.ts";
import { Turn, TurnAttempt } from "../turns/turn.ts";
import { ConversationAnnotation } from "./annotations.ts";
import { Conversation, SeedMessage } from "./conversations.ts";
import { ConversationInstance } from "./instances.ts";
import { InstanceVersion } from "./versions.ts";

/** Forms in which a conversation is exported. */
export const exportFormats = ["json", "jsonl", "markdown", "csv", "messages"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Of the form of an export; it rises when a reader of the old form could no longer read the new one. */
export const exportVersion = 1;

export const ExportQuery = z.strictObject({
  format: refusing("invalid_export_format", z.enum(exportFormats).optional()).meta({
    description: "`json` unless given.",
    examples: ["jsonl"],
  }),
});

/** The form `json`. */
export const ConversationExport = z
  .object({
    export_version: z.literal(exportVersion),
    instance: ConversationInstance,
    conversation: Conversation.extend({
      seed: z.array(SeedMessage).meta({ description: "What stood before the first turn.", examples: [[]] }),
    }),
    turns: z
      .array(
        Turn.extend({
          attempts: z.array(
            TurnAttempt.extend({
              egress: z.unknown().meta({
                description:
                  "What left for a provider: `{destination, parts: [{part, chars, sha256, pictures?}]}`; null: nothing.",
                examples: [null],
              }),
            }),
          ),
        }),
      )
      .meta({ examples: [[]] }),
    annotations: z.array(ConversationAnnotation).meta({ examples: [[]] }),
    attachments: z.array(Attachment).meta({ description: "Without their bytes.", examples: [[]] }),
    versions_used: z.array(InstanceVersion).meta({ examples: [[]] }),
  })
  .meta({ id: "ConversationExport" });

/** The form `messages`. */
export const ExportedMessages = z
  .object({
    messages: z.array(
      z.object({
        role: z.enum(["user", "assistant"]),
        content: z.string().meta({ examples: ["When does it expire?"] }),
      }),
    ),
  })
  .meta({ id: "ExportedMessages" });
