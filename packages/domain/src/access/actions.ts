import type { Capability } from "@service/contract";

/**
 * Who may perform an action.
 * - `none`: any caller, without a key.
 * - `source`: no key; the raw bytes are authenticated by the source's secret (IN-2).
 * - `operator`: `svc` alone.
 * - `organization`: organization keys; every scoped key gets `insufficient_capability` (KEY-12).
 * - `any`: organization keys, and scoped keys that hold every listed capability. `live`: organization keys must be of
 *   `live` (KEY-13). `on`: the action concerns one engine or one run, and a scoped key must be bound to that engine
 *   (KEY-14).
 *
 * `automation`: also allowed for automations of the organization.
 */
export type Access =
  | { readonly key: "none" }
  | { readonly key: "source" }
  | { readonly key: "operator" }
  | { readonly key: "organization"; readonly automation?: true }
  | {
      readonly key: "any";
      readonly capabilities: readonly [Capability, ...Capability[]];
      readonly live?: true;
      readonly on?: "engine" | "run";
      readonly automation?: true;
    };

const operatorOnly = { key: "operator" } as const;
const organizationOnly = { key: "organization" } as const;
const webhooks = { key: "any", capabilities: ["webhooks:manage"] } as const;

/**
 * The access table: every action, and who may perform it. `decide` reads it for every route, operator command and
 * effect of an automation; `docs/generated/access.md` is generated from it.
 */
export const actions = {
  "platform.health": { key: "none" },
  "platform.robots": { key: "none" },

  "engines.list": { key: "any", capabilities: ["engines:read"] },
  "engines.create": organizationOnly,
  "engines.read": { key: "any", capabilities: ["engines:read"], on: "engine" },
  "engines.update": organizationOnly,
  "engines.config.read": { key: "any", capabilities: ["engines:read"], on: "engine" },
  "engines.config.save": organizationOnly,
  "engines.config.validate": organizationOnly,
  "engines.versions.list": { key: "any", capabilities: ["engines:read"], on: "engine" },
  "engines.versions.publish": organizationOnly,
  "engines.versions.read": { key: "any", capabilities: ["engines:read"], on: "engine" },
  "engines.evaluate": { key: "organization", automation: true },
  "engines.listForOperator": operatorOnly,
  "engines.set": operatorOnly,
  "engines.stampSecret": operatorOnly,

  "runs.submit": { key: "any", capabilities: ["runs:write"], on: "engine", automation: true },
  // A submission that names a test scenario.
  "runs.test": { key: "any", capabilities: ["runs:test"] },
  "runs.latest": { key: "any", capabilities: ["runs:read"], on: "engine" },
  "runs.latest.batch": { key: "any", capabilities: ["runs:read"], on: "engine" },
  "runs.read": { key: "any", capabilities: ["runs:read"], on: "run" },
  // A run path without a valid id: check the right to read runs before answering "not found" (PLAT-4).
  "runs.unnamed": { key: "any", capabilities: ["runs:read"] },
  "runs.cancel": { key: "any", capabilities: ["runs:write"], on: "run" },
  "runs.show": operatorOnly,
  "outcomes.record": { key: "any", capabilities: ["runs:write"], on: "run" },
  "outcomes.list": { key: "any", capabilities: ["runs:read"], on: "run" },
  "outcomes.annotations.record": { key: "any", capabilities: ["runs:write"], on: "run" },
  "outcomes.annotations.list": { key: "any", capabilities: ["runs:read"], on: "run" },
  "defensibility.read": { key: "any", capabilities: ["runs:defensibility:read"], on: "run" },
  "corrections.attach": operatorOnly,

  "environments.list": organizationOnly,
  "environments.create": organizationOnly,
  "environments.update": organizationOnly,
  "environments.delete": organizationOnly,

  "webhooks.create": webhooks,
  "webhooks.list": webhooks,
  "webhooks.get": webhooks,
  "webhooks.update": webhooks,
  "webhooks.delete": webhooks,
  "webhooks.rotateSecret": webhooks,
  "webhooks.test": webhooks,
  "webhooks.listDeliveries": webhooks,
  "webhooks.getDelivery": webhooks,
  "webhooks.resend": webhooks,
  "webhooks.recover": webhooks,
  "webhooks.getRecovery": webhooks,
  "webhooks.cancelRecovery": webhooks,
  "deliveries.list": operatorOnly,
  "deliveries.notices": operatorOnly,
  "endpoints.backlogs": operatorOnly,

  "ingest.event": { key: "source" },
  "events.emit": operatorOnly,
  "events.list": operatorOnly,
  "events.failed": operatorOnly,
  "events.retry": operatorOnly,

  "organizations.create": operatorOnly,
  "organizations.list": operatorOnly,
  "organizations.show": operatorOnly,
  "organizations.set": operatorOnly,
  "keys.create": operatorOnly,
  "keys.list": operatorOnly,
  "keys.revoke": operatorOnly,
  "scopedKeys.create": operatorOnly,
  "scopedKeys.list": operatorOnly,
  "scopedKeys.revoke": operatorOnly,
  "egressManifests.list": operatorOnly,
  "egressManifests.register": operatorOnly,
  "datasets.import": operatorOnly,
  "datasets.list": operatorOnly,
  "sources.create": operatorOnly,
  "sources.list": operatorOnly,
  "sources.rotate": operatorOnly,
  "sources.disable": operatorOnly,
  "automations.create": operatorOnly,
  "automations.list": operatorOnly,
  "automations.show": operatorOnly,
  "automations.switch": operatorOnly,
  "automations.remove": operatorOnly,
  "automations.executions": operatorOnly,
  "queue.status": operatorOnly,
  "audit.list": operatorOnly,
  "audit.show": operatorOnly,
} as const satisfies Record<string, Access>;

export type ActionName = keyof typeof actions;

/** The access rule of an action, widened to `Access`. */
export function accessTo(action: ActionName): Access {
  return actions[action];
}
