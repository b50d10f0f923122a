import type { Transaction } from "@service/db";
import type { Actor, InstallationRole } from "../access/index.ts";
import { type AuditedChange, recordChange } from "../audit/index.ts";

/** Somebody who may sign in to the console. Never holds a secret. */
export interface Person {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** Null for members of organizations. */
  readonly role: InstallationRole | null;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** The person signs in through the identity provider of the installation. */
  readonly usesProvider: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly signedInAt: Date | null;
  readonly disabledAt: Date | null;
}

/** Columns of a `Person`, of the row `p`. */
export const personColumns = `p.id, p.email, p.name, p.role, p.password_hash is not null as "hasPassword",
  p.totp_secret is not null as "hasSecondFactor", p.oidc_subject is not null as "usesProvider", p.preferences,
  p.created_at as "createdAt", p.signed_in_at as "signedInAt", p.disabled_at as "disabledAt"`;

/** Columns whose text the checks of the table limit. */
export type PersonWords = Pick<Person, "role" | "hasPassword" | "hasSecondFactor" | "usesProvider" | "preferences">;

/** The author of a change that a person makes (docs/spec/console.md). */
export function personActor(personId: string): Actor {
  return { kind: "person", id: `person:${personId}` };
}

/** Writes the audit row of a change of a person. @param by who makes it; the person, where it is left out. */
export function recordOfPerson(
  tx: Transaction,
  personId: string,
  change: Pick<AuditedChange, "action" | "before" | "after">,
  by: Actor = personActor(personId),
): Promise<void> {
  return recordChange(tx, by, { ...change, kind: "person", id: personId, organizationId: null });
}

/** Emails are compared in lower case, without white space around them. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
