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
  | ({ readonly key: "none" } & WithoutViewer)
  | ({ readonly key: "source" } & WithoutViewer)
  | ({ readonly key: "operator" } & WithoutViewer)
  | ({ readonly key: "organization"; readonly automation?: true } & Viewing)
  | ({
      readonly key: "any";
      readonly capabilities: readonly [Capability, ...Capability[]];
      readonly live?: true;
      readonly on?: "engine" | "run";
      readonly automation?: true;
    } & Viewing);

/** Performed for nobody in particular. */
interface WithoutViewer {
  readonly viewer?: never;
  readonly reads?: never;
  readonly writes?: never;
}

/**
 * For whom an action is performed: the person of the acting headers.
 * - `viewer`: `optional`: nobody need be named. `required`: a person with a seat, under shadow and lit (SEAT-20).
 *   `named`: by a principal, under every posture as well.
 * - `reads`: what is shown or found as this person may see it. The `book` for an optional viewer is that of a run's input,
 *   which may want none (REC-71).
 * - `writes`: what is changed about the book, through no lens. The `ledger` is written for the person of the headers, else
 *   of the body (LEDGER-1); the `overlay` by nobody.
 */
export type Viewing =
  | WithoutViewer
  | {
      readonly viewer: "optional";
      readonly reads: "book" | "documents" | "runs" | "conversations";
      readonly writes?: never;
    }
  | { readonly viewer: "required" | "named"; readonly reads: "book"; readonly writes?: never }
  | { readonly viewer: "required" | "named"; readonly reads?: never; readonly writes: "book" }
  | { readonly viewer: "named"; readonly reads?: never; readonly writes: "ledger" }
  | { readonly viewer?: never; readonly reads?: never; readonly writes: "overlay" };

const operatorOnly = { key: "operator" } as const;
const organizationOnly = { key: "organization" } as const;
const runs = { viewer: "optional", reads: "runs" } as const;
const onRun = { on: "run", ...runs } as const;
const readsRun = { key: "any", capabilities: ["runs:read"], ...onRun } as const;
const changesRun = { key: "any", capabilities: ["runs:write"], ...onRun } as const;
const latestRuns = { key: "any", capabilities: ["runs:read"], on: "engine", ...runs } as const;
const readsBook = { live: true, viewer: "required", reads: "book" } as const;
const writesBook = { live: true, viewer: "required", writes: "book" } as const;
const records = { key: "any", capabilities: ["records:read"], ...readsBook } as const;
const annotating = { key: "any", capabilities: ["records:read"], ...writesBook } as const;
const analyses = { key: "any", capabilities: ["records:analyze"], ...readsBook } as const;
const ledger = { key: "any", capabilities: ["actions:read"], ...readsBook, viewer: "named" } as const;
const catalog = { key: "any", capabilities: ["catalog:read"] } as const;
const documents = { viewer: "optional", reads: "documents" } as const;
const readsDocuments = { key: "any", capabilities: ["catalog:documents:read"], live: true, ...documents } as const;
const graph = { key: "any", capabilities: ["graph:read"], live: true } as const;
const conversations = { viewer: "optional", reads: "conversations" } as const;
const converses = { key: "any", capabilities: ["conversations:use"] } as const;
const conversing = { ...converses, ...conversations } as const;
const organizationAsPerson = { key: "organization", ...conversations } as const;
const webhooks = { key: "any", capabilities: ["webhooks:manage"] } as const;

/**
 * The access table: every action, and who may perform it. `decide` reads it for every route, operator command and
 * effect of an automation; `docs/generated/access.md` is generated from it.
 */
export const actions = {
  "platform.health": { key: "none" },
  "platform.robots": { key: "none" },
  "platform.openapi": { key: "none" },

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

  "runs.submit": {
    key: "any",
    capabilities: ["runs:write"],
    on: "engine",
    viewer: "optional",
    reads: "book",
    automation: true,
  },
  // A submission that names a test scenario.
  "runs.test": { key: "any", capabilities: ["runs:test"] },
  // A submission whose input reads the book (REC-71).
  "runs.records": { key: "any", capabilities: ["records:read"], live: true, automation: true },
  // A document of the catalog, an attachment (DOC-41).
  "runs.documents": { key: "any", capabilities: ["catalog:documents:read"], live: true, automation: true },
  "runs.attachments": { key: "any", capabilities: ["conversations:use"] },
  "runs.latest": latestRuns,
  "runs.latest.batch": latestRuns,
  "runs.read": readsRun,
  // A run path without a valid id: check the right to read runs before answering "not found" (PLAT-4).
  "runs.unnamed": { key: "any", capabilities: ["runs:read"] },
  "runs.cancel": changesRun,
  "runs.show": operatorOnly,
  "outcomes.record": changesRun,
  "outcomes.list": readsRun,
  "outcomes.annotations.record": changesRun,
  "outcomes.annotations.list": readsRun,
  "defensibility.read": { key: "any", capabilities: ["runs:defensibility:read"], ...onRun },
  "corrections.attach": operatorOnly,

  "converse.answer": { key: "any", capabilities: ["conversations:use"] },

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

  "records.status": records,
  "records.planes": records,
  "records.accounts.list": records,
  "records.accounts.read": records,
  "records.accounts.contacts": records,
  "records.accounts.policies": records,
  "records.accounts.claims": records,
  "records.accounts.activities": records,
  "records.accounts.documents": records,
  "records.accounts.invoices": records,
  "records.accounts.locations": records,
  "records.accounts.vehicles": records,
  "records.accounts.drivers": records,
  "records.accounts.contracts": records,
  "records.accounts.renewals": records,
  "records.accounts.submissions": records,
  "records.accounts.quotes": records,
  "records.accounts.summary": records,
  "records.accounts.timeline": records,
  "records.accounts.policy": records,
  "records.accounts.coverageRecord": records,
  "records.policies.list": records,
  "records.policies.read": records,
  "records.policies.coverages": records,
  "records.policies.claims": records,
  "records.policies.invoices": records,
  "records.policies.documents": records,
  "records.policies.vehicles": records,
  "records.policies.activities": records,
  "records.contacts.list": records,
  "records.claims.list": records,
  "records.claims.read": records,
  "records.activities.list": records,
  "records.documents.list": records,
  "records.documents.read": records,
  "records.invoices.list": records,
  "records.renewals.list": records,
  "records.submissions.list": records,
  "records.quotes.list": records,
  "records.carriers.list": records,
  "records.carriers.read": records,
  "records.search": records,
  "records.editIntents.list": records,
  "records.editIntents.read": records,
  "records.actions.append": {
    key: "any",
    capabilities: ["actions:write"],
    live: true,
    viewer: "named",
    writes: "ledger",
  },
  "records.actions.list": ledger,
  "records.tasks.list": ledger,
  "records.workflows.list": ledger,
  "records.notes.list": ledger,
  "records.analyses.ask": analyses,
  "records.analyses.list": analyses,
  "records.analyses.read": analyses,
  "records.riskRuns.submit": { key: "any", capabilities: ["records:read", "runs:write"], ...writesBook },
  "records.programRuns.submit": {
    key: "any",
    capabilities: ["records:read", "runs:write"],
    ...writesBook,
    viewer: "named",
  },
  // The engine of such a run, which no path names (REC-135).
  "records.runs.engine": { key: "any", capabilities: ["records:read", "runs:write"], live: true, on: "engine" },
  // Refused once key and capabilities are accepted, whatever the body or the person.
  "records.coverageRecord.save": {
    key: "any",
    capabilities: ["actions:write", "records:read"],
    live: true,
    writes: "overlay",
  },
  "records.editIntents.cancel": { key: "any", capabilities: ["actions:write"], live: true, writes: "overlay" },

  "turns.submit": conversing,
  "turns.list": conversing,
  "turns.read": conversing,
  "turns.stream": conversing,
  "turns.resume": conversing,
  "turns.cancel": conversing,

  "opportunities.list": records,
  "opportunities.summary": records,
  "opportunities.read": records,
  "opportunities.annotation.read": records,
  "opportunities.annotation.save": annotating,
  "opportunities.annotation.delete": annotating,
  // Automation: the nightly refresh (DERIV-12).
  "opportunities.runs.submit": {
    key: "any",
    capabilities: ["records:opportunities:run"],
    ...writesBook,
    automation: true,
  },
  "records.accounts.opportunities": records,
  "catalog.list": catalog,
  "catalog.read": catalog,
  "catalog.versions": catalog,
  "catalog.rows": catalog,
  "catalog.row": catalog,
  "catalog.search": catalog,
  "catalog.documents.list": readsDocuments,
  "catalog.documents.read": readsDocuments,
  "attachments.upload": conversing,
  "attachments.list": conversing,
  "attachments.read": conversing,
  "attachments.content": conversing,
  "graph.read": graph,
  "graph.kinds": graph,
  "graph.nodes.list": graph,
  "graph.nodes.read": graph,
  "graph.nodes.edges": graph,
  "graph.nodes.lineage": graph,
  "graph.edges.list": graph,
  "graph.connections.list": graph,
  "graph.derivations.list": graph,
  "graph.derivations.read": graph,

  "conversationInstances.list": converses,
  "conversationInstances.create": organizationOnly,
  "conversationInstances.read": converses,
  "conversationInstances.update": organizationOnly,
  "conversationInstances.draft.read": converses,
  "conversationInstances.draft.save": organizationOnly,
  "conversationInstances.versions.list": converses,
  "conversationInstances.versions.read": converses,
  "conversationInstances.versions.publish": organizationOnly,
  "evalScenarios.list": conversing,
  "evalScenarios.read": conversing,
  "evalScenarios.create": organizationAsPerson,
  "evalScenarios.update": organizationAsPerson,
  "evalScenarios.retire": organizationAsPerson,
  "evalRuns.start": { ...organizationAsPerson, automation: true },
  "evalRuns.list": converses,
  "evalRuns.read": converses,
  "evalRuns.results.list": conversing,
  "evalRuns.cancel": converses,
  "evalRuns.diff": conversing,
  "conversations.annotations.promote": organizationAsPerson,

  "conversations.list": conversing,
  "conversations.create": conversing,
  "conversations.read": conversing,
  "conversations.update": conversing,
  "conversations.delete": conversing,
  "conversations.annotations.list": conversing,
  "conversations.annotations.create": conversing,
  "conversations.annotations.read": conversing,
  "conversations.annotations.update": conversing,
  "conversations.annotations.delete": conversing,
  "conversations.export": { ...conversing, capabilities: ["conversations:export"] },

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
  "models.register": operatorOnly,
  "models.list": operatorOnly,
  "models.test": operatorOnly,
  "models.disable": operatorOnly,
  "models.usage": operatorOnly,
  "datasets.import": operatorOnly,
  "datasets.list": operatorOnly,
  "connections.create": operatorOnly,
  "connections.list": operatorOnly,
  "connections.show": operatorOnly,
  "connections.sync": operatorOnly,
  "connections.set": operatorOnly,
  "records.import": operatorOnly,
  "records.listImports": operatorOnly,
  "records.showImport": operatorOnly,
  "records.cancelImport": operatorOnly,
  "records.explain": operatorOnly,
  "records.erase": operatorOnly,
  "documents.import": operatorOnly,
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
  "seats.import": operatorOnly,
  "seats.list": operatorOnly,
  "seats.set": operatorOnly,
  "fieldPolicies.list": operatorOnly,
  "fieldPolicies.set": operatorOnly,
  "records.shadowReport": operatorOnly,
  "ledger.verify": operatorOnly,
  "ledger.rebuild": operatorOnly,
  "derivations.list": operatorOnly,
  "derivations.run": operatorOnly,
  "queue.status": operatorOnly,
  "audit.list": operatorOnly,
  "audit.show": operatorOnly,
  "audit.verify": operatorOnly,

  "people.list": operatorOnly,
  "people.invite": operatorOnly,
  "people.set": operatorOnly,
  "people.resetSignIn": operatorOnly,
  // What people do for themselves in the console, recorded in the audit log.
  "people.signIn": operatorOnly,
  "people.password.set": operatorOnly,
  "people.secondFactor.set": operatorOnly,
  "people.secondFactor.fail": operatorOnly,
  "people.bindProvider": operatorOnly,
  "members.list": operatorOnly,
  "members.set": operatorOnly,
  "organizations.open": operatorOnly,
} as const satisfies Record<string, Access>;

export type ActionName = keyof typeof actions;

/** Every action, in the order of the table. */
export const actionNames = Object.keys(actions).filter((name): name is ActionName => Object.hasOwn(actions, name));

/** The access rule of an action, widened to `Access`. */
export function accessTo(action: ActionName): Access {
  return actions[action];
}
