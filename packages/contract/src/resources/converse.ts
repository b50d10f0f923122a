import * as z from "zod";
import { limits } from "../limits.ts";
import { JsonObject, JsonValue, nulRefusal, text } from "./shapes.ts";

const Role = z.enum(["system", "user", "assistant"]);

/** Bounded in UTF-16 units: the bound of the body is near, and counting code points of a MiB twice is not worth it. */
const content = z
  .string()
  .min(1)
  .max(limits.converseMessageCharsMax)
  .refine((value) => !value.includes("\u0000"), nulRefusal)
  .meta({ examples: ["What does a certificate of insurance prove?"] });

const ResponseFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({
    type: z.literal("json_schema"),
    schema: JsonObject.meta({
      description: "A JSON Schema (2020-12) of at most 32 KiB and 12 levels that refers to itself nowhere.",
      examples: [{ type: "object", required: ["answer"] }],
    }),
  }),
]);

/** One exchange with a model, of which nothing is kept (ASK-1). */
export const ConverseRequest = z
  .strictObject({
    messages: z
      .array(z.strictObject({ role: Role, content }))
      .min(1)
      .max(limits.converseMessagesMax)
      .refine((messages) => messages.some(({ role }) => role === "user"), "must have a message of the user")
      .meta({ examples: [[{ role: "user", content: "What does a certificate of insurance prove?" }]] }),
    model: text(1, 64)
      .optional()
      .meta({
        description: "Alias of a model that is open to the organization; `embedded` unless given.",
        examples: ["embedded"],
      }),
    max_output_tokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({
        description: "Default and bound: those of the model. The embedded one has none.",
        examples: [400],
      }),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .meta({ examples: [0.2] }),
    response_format: ResponseFormat.optional().meta({ examples: [{ type: "text" }] }),
    stream: z
      .boolean()
      .optional()
      .meta({
        description: "Server-Sent Events instead of one answer; `Accept: text/event-stream` says the same.",
        examples: [false],
      }),
  })
  .meta({ id: "ConverseRequest" });

const Model = z.object({
  alias: z.string().meta({ examples: ["embedded"] }),
  provider: z.string().meta({ examples: ["embedded"] }),
  name: z.string().meta({ examples: ["embedded/extractive-1"] }),
});
const Usage = z
  .object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    estimated: z.boolean().meta({ description: "Counted by the service, in words or by length: the model told none." }),
  })
  .meta({ examples: [{ input_tokens: 42, output_tokens: 17, estimated: true }] });
export const converseFinishReasons = ["stop", "length", "filtered"] as const;
const FinishReason = z
  .enum(converseFinishReasons)
  .meta({ description: "`length`: at `max_output_tokens`. `filtered`: refused by the model or its filter." });

export const ConverseAnswer = z
  .object({
    output: z.object({
      text: z.string().meta({ examples: ["It proves that a policy was in force on its date. [1]"] }),
      json: JsonValue.meta({ description: "Null unless `response_format` is a schema.", examples: [null] }),
    }),
    model: Model,
    finish_reason: FinishReason,
    usage: Usage,
  })
  .meta({ id: "ConverseAnswer" });

const Frames = {
  started: z.object({ type: z.literal("converse.started"), model: Model }),
  text: z.object({
    type: z.literal("text.delta"),
    text: z.string().meta({ examples: ["It proves "] }),
    offset: z.int().meta({ description: "Of its first character in the text, in Unicode code points.", examples: [0] }),
  }),
  usage: Usage.extend({ type: z.literal("usage") }),
  error: z.object({
    type: z.literal("error"),
    code: z.string().meta({ examples: ["provider_error"] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ["overloaded"] }),
    message: z.string().meta({ examples: ["The model provider is overloaded."] }),
    retryable: z.boolean(),
    retry_after_seconds: z
      .int()
      .optional()
      .meta({ examples: [2] }),
    partial: z.boolean().meta({ description: "Text was sent before." }),
  }),
  done: z.object({
    type: z.literal("done"),
    status: z.enum(["completed", "incomplete", "failed"]),
    answer: ConverseAnswer.nullable().meta({ description: "The whole answer; null when it failed." }),
  }),
};

/** A frame of the stream of `/converse`; `done` is always the last one (ASK-3). */
export const ConverseFrame = z
  .discriminatedUnion("type", [Frames.started, Frames.text, Frames.usage, Frames.error, Frames.done])
  .meta({ id: "ConverseFrame" });
export type ConverseFrame = z.infer<typeof ConverseFrame>;
