import * as z from "zod";
import { gateExample } from "./examples.ts";
import { engineTypeNames } from "../engine-type-names.ts";
import { limits } from "../limits.ts";
import {
  ConfigHash,
  EngineConfig,
  JsonObject,
  KeyId,
  ReleaseVersion,
  RequestSchemaHash,
  ResponseSchemaHash,
  Timestamp,
  text,
} from "./shapes.ts";

export const engineStatuses = ["active", "archived"] as const;
export type EngineStatus = (typeof engineStatuses)[number];
export const pinPolicies = ["latest_allowed", "exact_required"] as const;
export type PinPolicy = (typeof pinPolicies)[number];

/** Lowercase letters, digits and hyphens; starts and ends with a letter or digit (ENG-2). */
export const engineSlugPattern = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/;
/** `major.minor` without leading zeros. */
export const versionPattern = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** Any length: a malformed slug is answered as not found. */
export const EngineSlugParams = z.object({
  engine_slug: z.string().min(1).meta({ example: "proposal-review" }),
});
export const EngineVersionParams = EngineSlugParams.extend({
  version: z.string().min(1).meta({ example: "1.0" }),
});

/** ENG-1. */
export const EngineMetadata = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ examples: ["proposal-review"] }),
    label: z.string().meta({ examples: ["Proposal review"] }),
    description: z.string().meta({ examples: ["Side by side of quotes against the expiring policy"] }),
    engine_type: z.enum(engineTypeNames),
    status: z.enum(engineStatuses),
    group_key: z.string().meta({ description: "May be the empty string.", examples: ["renewals"] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: "EngineMetadata",
    example: {
      id: "0b6c5a0e-6d1e-4c7e-9a51-3e0f3f3f7a10",
      slug: "proposal-review",
      label: "Proposal review",
      description: "Side by side of quotes against the expiring policy",
      engine_type: "comparison",
      status: "active",
      group_key: "",
      created_at: "2026-11-21T09:00:00.000Z",
      updated_at: "2026-11-21T09:00:00.000Z",
    },
  });

export const EngineList = z.object({ engines: z.array(EngineMetadata) }).meta({ id: "EngineList" });

/** A name for people: at least one character that is not a space (ENG-2). */
const label = text(1, limits.engineLabelCharsMax).refine((value) => value.trim() !== "", "must not be only spaces");

/** ENG-3, PLAT-39. Unknown fields are ignored. */
export const CreateEngineRequest = z
  .object({
    slug: z
      .string()
      .regex(
        engineSlugPattern,
        "must be 3 to 50 lowercase letters, digits or hyphens, beginning and ending with a letter or digit",
      )
      .meta({ examples: ["proposal-review"] }),
    label: label.meta({ examples: ["Proposal review"] }),
    description: text(0, limits.engineDescriptionCharsMax).meta({
      examples: ["Side by side of quotes against the expiring policy"],
    }),
    engine_type: z.string().meta({ enum: [...engineTypeNames] }),
  })
  .meta({
    id: "CreateEngineRequest",
    example: { slug: "proposal-review", label: "Proposal review", description: "", engine_type: "comparison" },
  });

/** ENG-9, PLAT-39: `null` counts as absent; at least one field present. Unknown fields are ignored. */
export const UpdateEngineRequest = z
  .object({
    label: label.nullish().meta({ examples: ["Proposal review"] }),
    description: text(0, limits.engineDescriptionCharsMax)
      .nullish()
      .meta({ examples: ["Side by side of quotes against the expiring policy"] }),
    status: z.enum(engineStatuses).nullish(),
    group_key: text(0, limits.engineGroupKeyCharsMax)
      .nullish()
      .meta({ examples: ["renewals"] }),
  })
  .refine(
    (patch) =>
      [patch.label, patch.description, patch.status, patch.group_key].some(
        (value) => value !== null && value !== undefined,
      ),
    "must hold at least one of label, description, status and group_key",
  )
  .meta({ id: "UpdateEngineRequest", example: { status: "archived" } });

/** ENG-17, PLAT-39: `{config}`, full replacement. Unknown fields beside it are ignored. */
export const SaveConfigRequest = z.object({ config: EngineConfig }).meta({ id: "SaveConfigRequest" });

/** ENG-15. */
export const EngineConfigResponse = z
  .object({
    config: EngineConfig.meta({ description: "The draft exactly as saved." }),
    config_updated_at: Timestamp,
    config_updated_by: KeyId.meta({ description: "Identifier of the key that last saved it." }),
    engine_type: z.enum(engineTypeNames),
    preset: EngineConfig.meta({ description: "Default configuration template of the engine type." }),
  })
  .meta({ id: "EngineConfigResponse" });

/** ENG-19: body of a publish. */
export const PublishRequest = z
  .strictObject({
    version: z
      .string()
      .regex(versionPattern, "must be major.minor, such as 1.0")
      .optional()
      .meta({ examples: ["1.3"] }),
    changelog: text(0, limits.changelogCharsMax)
      .optional()
      .meta({ examples: ["Liquor liability is a critical line item"] }),
    accept_regressions: z
      .array(
        z.strictObject({
          case_key: z
            .string()
            .min(1)
            .max(192)
            .meta({ examples: ["renewal_drops_liquor"] }),
          reason: text(1, 1_000).meta({ examples: ["The rule was too strict for restaurants."] }),
        }),
      )
      .max(50)
      .optional()
      .meta({ examples: [[{ case_key: "renewal_drops_liquor", reason: "The rule was too strict for restaurants." }]] }),
  })
  .meta({ id: "PublishRequest", example: { changelog: "First release" } });

export const PublishedRelease = z
  .object({
    version: ReleaseVersion,
    engine_config_version_hash: ConfigHash,
    released_at: Timestamp,
    request_schema_sha256: RequestSchemaHash,
    response_schema_sha256: ResponseSchemaHash,
    changelog: z.string().meta({ examples: ["Liquor liability is a critical line item"] }),
    created: z.boolean().meta({ description: "False when the configuration equals the latest release: safe in CI." }),
  })
  .meta({ id: "PublishedRelease" });

export const ReleaseSummary = z
  .object({
    version: ReleaseVersion,
    engine_config_version_hash: ConfigHash,
    released_at: Timestamp,
    released_by: KeyId,
    changelog: z.string().meta({ examples: ["Liquor liability is a critical line item"] }),
    servable: z.boolean(),
  })
  .meta({ id: "ReleaseSummary" });

export const ReleaseList = z.object({ versions: z.array(ReleaseSummary) }).meta({ id: "ReleaseList" });

export const ReleaseDetail = ReleaseSummary.extend({
  config: EngineConfig,
  request_schema: JsonObject.meta({
    description:
      "Of `{input, offerings?}`. Rules that relate members to each other are in its descriptions and checked at submission.",
    examples: [{ type: "object", properties: { input: { type: "object" } }, required: ["input"] }],
  }),
  response_schema: JsonObject.meta({
    description:
      "Of `{output, solutions?}` as stored and as webhooks carry it. `GET /api/v1/runs/{run_id}` trims the output of a " +
      "matching engine to an operator summary.",
    examples: [{ type: "object", properties: { output: { type: "object" } }, required: ["output"] }],
  }),
  request_schema_sha256: RequestSchemaHash,
  response_schema_sha256: ResponseSchemaHash,
  gate: JsonObject.meta({ examples: [gateExample] }),
}).meta({ id: "ReleaseDetail" });

/** ENG-19: the saved draft when `config` is absent. */
export const ValidateConfigRequest = z
  .strictObject({ config: EngineConfig.optional() })
  .meta({ id: "ValidateConfigRequest" });

export const ConfigValidation = z
  .object({
    valid: z.boolean(),
    issues: z.array(
      z.object({
        path: z.string().meta({ examples: ["/evaluation/labelled_sets/0"] }),
        message: z
          .string()
          .meta({ examples: ['the dataset "labelled:known-names" is not imported in this organization'] }),
      }),
    ),
    computed_version: z
      .string()
      .nullable()
      .meta({ examples: ["1.4"] }),
    schema_changes: z.array(
      z.object({
        schema: z.string().meta({ examples: ["response"] }),
        path: z.string().meta({ examples: ["/properties/output/properties/summary"] }),
        rule: z.string().meta({ examples: ["property added, optional"] }),
        level: z.enum(["major", "minor"]),
      }),
    ),
    gate: JsonObject.nullable(),
  })
  .meta({
    id: "ConfigValidation",
    example: {
      valid: true,
      issues: [],
      computed_version: "1.4",
      schema_changes: [
        { schema: "response", path: "/properties/output/properties/sections", rule: "property added", level: "minor" },
      ],
      gate: gateExample,
    },
  });
