import type { ActionName } from "./actions.ts";

/**
 * What a person may do in the console, by role (docs/spec/console.md). Permissions are of persons: a key has capabilities
 * and never one of these.
 */

/** Roles of the installation: an owner decides about people as well. */
export type InstallationRole = "owner" | "operator";
/** Roles of a member of an organization. */
export type MemberRole = "admin" | "developer" | "reader";

interface PermissionRow {
  /** Roles of an organization that have it. */
  readonly members: readonly MemberRole[];
  /** Roles of the installation that have it. */
  readonly installation: readonly InstallationRole[];
  /** Shows contents of the organization: people of the installation open it first, with a reason (CON-31). */
  readonly contents?: true;
}

const everyMember = ["admin", "developer", "reader"] as const;
const developers = ["admin", "developer"] as const;
const admins = ["admin"] as const;
const installation = ["owner", "operator"] as const;
const owners = ["owner"] as const;

/** Every permission of a person, and who has it. The server decides by this table; the browser only hides. */
export const permissions = {
  "runs:read": { members: everyMember, installation, contents: true },
  "runs:label": { members: everyMember, installation, contents: true },
  "runs:write": { members: developers, installation, contents: true },
  "runs:trace": { members: developers, installation },
  "engines:manage": { members: developers, installation },
  "instances:manage": { members: developers, installation },
  "webhooks:manage": { members: developers, installation },
  "keys:manage": { members: developers, installation },
  "environments:manage": { members: admins, installation },
  "connections:manage": { members: admins, installation },
  "members:manage": { members: admins, installation: owners },
  "audit:read": { members: admins, installation },
  /** The rows of the log that the person wrote. */
  "audit:read:own": { members: ["developer"], installation: [] },
  "book:read": { members: everyMember, installation, contents: true },
  "graph:read": { members: everyMember, installation },
  "catalog:read": { members: everyMember, installation },
  "service:manage": { members: [], installation },
  "people:manage": { members: [], installation: owners },
} as const satisfies Readonly<Record<string, PermissionRow>>;

export type Permission = keyof typeof permissions;

const rows: Readonly<Record<Permission, PermissionRow>> = permissions;

/** Every permission, in the order of the table. */
export const permissionNames = Object.keys(rows).filter((name): name is Permission => Object.hasOwn(rows, name));

/**
 * Permissions of a person in one organization, or outside any.
 * @param roles.isOpened a person of the installation has opened the organization: contents count only then.
 */
export function permissionsOf(roles: {
  readonly installation: InstallationRole | null;
  readonly member: MemberRole | null;
  readonly isOpened: boolean;
}): ReadonlySet<Permission> {
  const { installation: ofInstallation, member, isOpened } = roles;
  return new Set(
    permissionNames.filter((name) => {
      const row = rows[name];
      if (member !== null && row.members.includes(member)) return true;
      return (
        ofInstallation !== null && row.installation.includes(ofInstallation) && (row.contents !== true || isOpened)
      );
    }),
  );
}

/**
 * The permission that a person needs for an action, by the beginning of its name: the first row that fits counts. Actions
 * that no row fits need no person: health, the description, posts of outside systems.
 */
const permissionByBeginning: readonly (readonly [beginning: string, permission: Permission])[] = [
  ...beginningWith("runs.submit runs.test runs.records runs.documents runs.attachments runs.cancel", "runs:write"),
  ["runs.show", "runs:trace"],
  ["runs.", "runs:read"],
  ["outcomes.record", "runs:label"],
  ["outcomes.annotations.record", "runs:label"],
  ["outcomes.", "runs:read"],
  ["defensibility.", "runs:trace"],
  ["engines.set", "service:manage"],
  ["engines.stampSecret", "service:manage"],
  ["engines.listForOperator", "service:manage"],
  ["engines.", "engines:manage"],
  ["conversationInstances.", "instances:manage"],
  ["conversations.annotations.promote", "instances:manage"],
  ["evalScenarios.", "instances:manage"],
  ["evalRuns.", "instances:manage"],
  ["webhooks.", "webhooks:manage"],
  ["deliveries.", "webhooks:manage"],
  ["endpoints.", "webhooks:manage"],
  ["keys.", "keys:manage"],
  ["scopedKeys.list", "keys:manage"],
  ["environments.", "environments:manage"],
  ["organizations.show", "environments:manage"],
  ...beginningWith(
    "records.import records.listImports records.showImport records.cancelImport records.explain",
    "connections:manage",
  ),
  ["records.erase", "connections:manage"],
  ["records.shadowReport", "connections:manage"],
  ["connections.", "connections:manage"],
  ["documents.import", "connections:manage"],
  ["datasets.", "connections:manage"],
  ["seats.", "connections:manage"],
  ["fieldPolicies.", "connections:manage"],
  ["records.", "book:read"],
  ["opportunities.", "book:read"],
  ["catalog.documents.", "book:read"],
  ["conversations.", "book:read"],
  ["turns.", "book:read"],
  ["attachments.", "book:read"],
  ["converse.", "book:read"],
  ["catalog.", "catalog:read"],
  ["graph.", "graph:read"],
  ["derivations.list", "graph:read"],
  ["audit.", "audit:read"],
  ["members.", "members:manage"],
  ["people.", "people:manage"],
  ...beginningWith(
    "organizations. scopedKeys. egressManifests. models. sources. automations. events. corrections. ledger. queue.",
    "service:manage",
  ),
  ["derivations.run", "service:manage"],
];

/** The permission that a person needs for an action; undefined for one that is performed for nobody. */
export function permissionFor(action: ActionName): Permission | undefined {
  return permissionByBeginning.find(([beginning]) => action === beginning || action.startsWith(beginning))?.[1];
}

function beginningWith(beginnings: string, permission: Permission): (readonly [string, Permission])[] {
  return beginnings.split(" ").map((beginning) => [beginning, permission]);
}
