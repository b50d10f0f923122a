import * as z from "zod";
import { limits } from "../limits.ts";
import { configHashExample } from "../resources/examples.ts";
import { ConfigHash, KeyId, text, Timestamp } from "../resources/shapes.ts";
import { InstanceConfig } from "./instance-config.ts";
import { EvalGate, gateStates, InstanceParams } from "./instances.ts";

/** Any text: what is not a number is answered as not found. */
export const InstanceVersionParams = InstanceParams.extend({ version: z.string().min(1).meta({ example: "3" }) });

/** Releases never change, and earlier ones may have been made under a gate that asked for no scenario. */
const ReleaseRules = EvalGate.extend({
  min_scenarios: z
    .int()
    .min(0)
    .max(limits.evalScenariosPerGate)
    .meta({ description: "0 only in releases of times when a gate could ask for none.", examples: [1] }),
}).meta({ id: "ReleaseRules" });

/** What the gate said when a release was made, or would say of it now. */
export const ReleaseGate = z.object({
  eval_run_id: z.uuid().nullable().meta({ description: "Null as long as the configuration has no evaluation." }),
  baseline_version: z
    .int()
    .nullable()
    .meta({ description: "The release before it, that it was compared with.", examples: [2] }),
  pass_rate: z.number().nullable(),
  rules: ReleaseRules,
  retired_scenarios: z
    .array(z.string())
    .default([])
    .meta({ description: "Retired since the release before it, or since the run that counted.", examples: [[]] }),
});
export type ReleaseGate = z.output<typeof ReleaseGate>;

/** A release of an instance. It never changes. */
export const InstanceVersion = z
  .object({
    version: z
      .int()
      .min(1)
      .meta({ examples: [3] }),
    config_hash: ConfigHash,
    config: InstanceConfig,
    released_at: Timestamp,
    released_by: KeyId,
    changelog: z.string().meta({ examples: ["Knows the new opening hours"] }),
    gate: ReleaseGate,
    restored_from: z
      .int()
      .nullable()
      .meta({ description: "The release whose configuration it repeats.", examples: [null] }),
  })
  .meta({ id: "InstanceVersion" });

export const InstanceVersionList = z
  .object({
    versions: z.array(InstanceVersion),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "InstanceVersionList" });

export const PublishInstanceRequest = z
  .strictObject({
    expected_config_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lowercase hex")
      .optional()
      .meta({
        description: "Refused when the draft, or the release to restore, has another configuration.",
        examples: [configHashExample],
      }),
    changelog: text(0, limits.changelogCharsMax)
      .optional()
      .meta({ examples: ["Knows the new opening hours"] }),
    restore_version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Releases the configuration of this release again." }),
    dry_run: z.boolean().optional().meta({ description: "Answers what the gate says and releases nothing." }),
  })
  .meta({ id: "PublishInstanceRequest", example: { changelog: "First release" } });

/** What publishing would do. */
export const ReleaseDryRun = z
  .object({
    version: z
      .int()
      .min(1)
      .meta({ description: "The number that the release would have.", examples: [4] }),
    config_hash: ConfigHash,
    gate: ReleaseGate.extend({
      state: z.enum(gateStates),
      missing: z.array(z.string()).meta({ examples: [["an evaluation of exactly this configuration"]] }),
      failing: z
        .array(z.string())
        .meta({ description: "Keys of scenarios.", examples: [["asks-back-on-two-clients"]] }),
    }),
  })
  .meta({ id: "ReleaseDryRun" });
