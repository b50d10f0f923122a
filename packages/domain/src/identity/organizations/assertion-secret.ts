import type { SecretBox } from "@service/runtime";

/** Binds a sealed secret to its organization: copied to another row it cannot be opened. */
function contextOf(organizationId: string): string {
  return `organization:${organizationId}:assertion_secret`;
}

export function sealAssertionSecret(secrets: SecretBox, organizationId: string, secret: string): string {
  return secrets.seal(secret, contextOf(organizationId));
}

/**
 * The shared secret of KEY-41 that signs `X-Service-Records-Assertion`.
 * @param sealed `assertionSecret` of the caller's organization settings.
 * @throws SecretBoxError when it was sealed with a key that this process does not have.
 */
export function openAssertionSecret(secrets: SecretBox, organizationId: string, sealed: string): string {
  return secrets.open(sealed, contextOf(organizationId));
}
