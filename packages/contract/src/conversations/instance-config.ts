import * as z from "zod";
import { limits } from "../limits.ts";
import { JsonObject, text } from "../resources/shapes.ts";

/** The kinds of sources that a turn may be answered from. */
export const groundingSourceKinds = [
  "knowledge",
  "attachments",
  "catalog_documents",
  "catalog_items",
  "records",
  "run_outputs",
  "graph",
] as const;
export type GroundingSourceKind = (typeof groundingSourceKinds)[number];

/** Read-only tools that a model may call in a turn. */
export const turnTools = ["search_sources", "get_document", "get_run_output", "get_record"] as const;
export type TurnTool = (typeof turnTools)[number];

export const variableTypes = ["string", "number", "date", "boolean"] as const;
export type VariableType = (typeof variableTypes)[number];

/** What a turn's attachments may be, by detected type. */
export const attachmentMediaTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
  "text/plain",
  "text/markdown",
  "text/html",
  "message/rfc822",
  "image/png",
  "image/jpeg",
] as const;
export type AttachmentMediaType = (typeof attachmentMediaTypes)[number];

/** SHA-256 of the empty egress manifest, which lets nothing leave. `@service/models` builds it; a test compares them. */
export const emptyEgressManifestSha256 = "b91ae3bd40342f708ea3bfe42c6987f7d4fd6286113a118ee72b7668065467cd";

/** What an answer says when no source answers the question, unless the configuration says it in other words. */
export const defaultDeclineText = "The sources you may see do not answer this.";

/** Text bounded in bytes of UTF-8 as well as in characters, without U+0000. */
function textOfBytes(maxBytes: number, minChars = 0) {
  return text(minChars, maxBytes).refine(
    (value) => Buffer.byteLength(value, "utf8") <= maxBytes,
    `must have at most ${maxBytes} bytes of UTF-8`,
  );
}

/** Keys of variables, passages and rules. */
const key = (example: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
      "must be 1 to 64 letters, digits and _ . : -, beginning with a letter or digit",
    )
    .meta({ examples: [example] });

const Alias = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_.-]{0,63}$/,
    "must be 1 to 64 lowercase letters, digits and _ . -, beginning with a letter or digit",
  )
  .meta({ examples: ["embedded"] });

const Model = z.strictObject({
  alias: Alias.default("embedded"),
  temperature: z.number().min(0).max(2).optional(),
  max_output_tokens: z
    .int()
    .min(1)
    .max(limits.modelOutputTokensMax)
    .optional()
    .meta({ description: "Required for every alias but `embedded`; at most what the alias allows." }),
  fallback_aliases: z
    .array(Alias)
    .max(limits.instanceFallbackAliases)
    .default([])
    .meta({ description: "Tried in this order, and only before the first character of an answer.", examples: [[]] }),
});

const Variable = z.strictObject({
  key: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{0,63}$/,
      "must be 1 to 64 lowercase letters, digits and underscores, beginning with a letter",
    )
    .meta({ examples: ["office"] }),
  type: z.enum(variableTypes),
  required: z.boolean().default(false),
  max_length: z
    .int()
    .min(1)
    .max(limits.conversationVariableCharsMax)
    .default(200)
    .meta({ description: "Characters of a string." }),
});

/** A value of a selector: a string that may name variables as `{{variables.x}}`. */
const Selected = (example: string) => text(1, 256).meta({ examples: [example] });
const several = (example: string, max = 50) =>
  z
    .array(Selected(example))
    .min(1)
    .max(max)
    .optional()
    .meta({ examples: [[example]] });

const rank = {
  top_k: z.int().min(1).max(limits.groundingPassagesMax).default(8).meta({ description: "Passages taken at most." }),
  required: z
    .boolean()
    .default(false)
    .meta({ description: "The turn fails where the source cannot be read, instead of answering without it." }),
};

const everything = "Left out: everything that the caller's rights and the subject allow.";

/** Where a turn reads. Every string of a selector may name variables as `{{variables.x}}`. */
const GroundingSource = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("knowledge"),
    selector: z
      .strictObject({ keys: several("opening-hours", 200) })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
  z.strictObject({ kind: z.literal("attachments"), selector: z.strictObject({}).optional(), ...rank }),
  z.strictObject({
    kind: z.literal("catalog_documents"),
    selector: z
      .strictObject({ document_keys: several("form-cg0001"), kinds: several("policy_form") })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
  z.strictObject({
    kind: z.literal("catalog_items"),
    selector: z
      .strictObject({ dataset_keys: several("markets"), row_keys: several("harborstone") })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
  z.strictObject({
    kind: z.literal("records"),
    selector: z
      .strictObject({
        connection_id: Selected("0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10").optional(),
        families: several("policies"),
        client_key: Selected("{{variables.client}}").optional(),
        policy_key: Selected("{{variables.policy}}").optional(),
      })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
  z.strictObject({
    kind: z.literal("run_outputs"),
    selector: z
      .strictObject({ engine_slugs: several("proposal-review"), run_ids: several("{{variables.run}}", 10) })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
  z.strictObject({
    kind: z.literal("graph"),
    selector: z
      .strictObject({ kinds: several("carrier"), node_keys: several("carrier:harborstone") })
      .optional()
      .meta({ description: everything }),
    ...rank,
  }),
]);

const Grounding = z.strictObject({
  sources: z
    .array(GroundingSource)
    .max(limits.groundingSourcesMax)
    .default([])
    .meta({ examples: [[{ kind: "knowledge", top_k: 8, required: false }]] }),
  require_citations: z.boolean().default(true),
  subject: z
    .enum(["none", "optional", "required"])
    .default("optional")
    .meta({ description: "Whether a conversation names what it is about." }),
  on_no_evidence: z.enum(["decline", "answer"]).default("decline"),
  decline_text: text(1, limits.declineTextCharsMax)
    .default(defaultDeclineText)
    .meta({ examples: [defaultDeclineText] }),
});

const Passage = z.strictObject({
  key: key("opening-hours"),
  title: text(1, 200).meta({ examples: ["Opening hours"] }),
  text: textOfBytes(limits.knowledgePassageBytes, 1).meta({ examples: ["The office is open from 8 to 5."] }),
});

const words = (example: string) =>
  z
    .array(text(1, 100))
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Words or phrases of the question, without regard to case.", examples: [[example]] });

/** RE2 syntax, without look-around and back-references; checked when the draft is saved. */
const Pattern = text(1, limits.patternCharsMax).meta({ examples: ["opening (hours|times)"] });

const Rule = z.strictObject({
  key: key("hours"),
  priority: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(100)
    .meta({ description: "The lower one comes first; then the key." }),
  when: z
    .strictObject({ all: words("open"), any: words("hours"), none: words("holiday"), pattern: Pattern.optional() })
    .refine(
      ({ all, any, none, pattern }) => [all, any, none, pattern].some((each) => each !== undefined),
      "must hold at least one of all, any, none and pattern",
    ),
  reply: text(1, limits.ruleReplyCharsMax).meta({ examples: ["We are open from 8 to 5."] }),
  cite: key("opening-hours").optional().meta({ description: "The passage of `knowledge` that the reply cites." }),
});

const ResponseFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({
    type: z.literal("json_schema"),
    schema: JsonObject.meta({
      description: "JSON Schema 2020-12, with references inside the document only.",
      examples: [{ type: "object", properties: { premium: { type: "number" } } }],
    }),
  }),
]);

const Guardrails = z.strictObject({
  links: z
    .enum(["none", "cited_only", "all"])
    .default("cited_only")
    .meta({ description: "Which links an answer may hold." }),
  redact: z
    .array(z.enum(["email", "phone"]))
    .max(2)
    .default([])
    .meta({ description: "Removed from answers." }),
  refuse_patterns: z
    .array(Pattern)
    .max(limits.refusePatternsMax)
    .default([])
    .meta({ description: "An input that one of them matches is not answered.", examples: [[]] }),
});

const Limits = z.strictObject({
  max_turn_seconds: z.int().min(5).max(limits.turnSecondsMax).default(limits.turnSecondsDefault),
  max_history_turns: z.int().min(0).max(limits.historyTurnsMax).default(20),
  max_input_chars: z.int().min(1).max(limits.turnInputCharsMax).default(limits.turnInputCharsMax),
});

const Attachments = z.strictObject({
  enabled: z.boolean().default(true).meta({
    description: "Whether conversations take uploads. What a turn reads of them is up to `grounding.sources`.",
  }),
  max_files_per_turn: z.int().min(1).max(limits.attachmentsPerTurn).default(5),
  media_types: z
    .array(z.enum(attachmentMediaTypes))
    .min(1)
    .max(attachmentMediaTypes.length)
    .default([...attachmentMediaTypes])
    .meta({ examples: [["application/pdf"]] }),
});

const Whole = z.strictObject({
  schema_version: z.literal(1).default(1),
  instructions: textOfBytes(limits.instanceInstructionsBytes)
    .default("")
    .meta({ description: "May name variables as `{{variables.x}}`.", examples: ["Answer briefly."] }),
  model: Model.prefault({}),
  egress_manifest_version: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be the SHA-256 of an egress manifest, in lowercase hex")
    .default(emptyEgressManifestSha256)
    .meta({
      description: "SHA-256 of a registered egress manifest. The empty one lets nothing leave.",
      examples: [emptyEgressManifestSha256],
    }),
  variables: z
    .array(Variable)
    .max(limits.instanceVariablesMax)
    .default([])
    .meta({ examples: [[]] }),
  grounding: Grounding.prefault({}),
  knowledge: z
    .array(Passage)
    .max(limits.knowledgePassagesMax)
    .default([])
    .meta({ examples: [[]] }),
  rules: z
    .array(Rule)
    .max(limits.instanceRulesMax)
    .default([])
    .meta({ examples: [[]] }),
  tools: z
    .strictObject({
      enabled: z.array(z.enum(turnTools)).max(turnTools.length).default([]),
      max_steps: z.int().min(1).max(limits.toolStepsMax).default(4),
    })
    .prefault({}),
  response_format: ResponseFormat.default({ type: "text" }),
  guardrails: Guardrails.prefault({}),
  limits: Limits.prefault({}),
  attachments: Attachments.prefault({}),
});

/**
 * What a conversation instance does: the whole of a draft or a release, every default filled in (CONV-10). Its rules that
 * relate members to each other are in `readInstanceConfig` of the domain.
 */
export const InstanceConfig = Whole.meta({
  id: "ConversationInstanceConfig",
  example: Whole.parse({ instructions: "Answer briefly.", grounding: { sources: [{ kind: "knowledge" }] } }),
});

/** A whole configuration, every default filled in. */
export type InstanceConfig = z.output<typeof InstanceConfig>;
export type GroundingSource = InstanceConfig["grounding"]["sources"][number];
