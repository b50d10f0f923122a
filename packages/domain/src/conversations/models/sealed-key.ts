import type { SecretBox } from "@service/runtime";

/** Binds a sealed key to its alias: copied to another row it cannot be opened. */
function contextOf(alias: string): string {
  return `model:${alias}:api_key`;
}

export function sealModelKey(secrets: SecretBox, alias: string, key: string): string {
  return secrets.seal(key, contextOf(alias));
}

/** @throws SecretBoxError when it was sealed with a key that this process does not have, or for another alias. */
export function openModelKey(secrets: SecretBox, alias: string, sealed: string): string {
  return secrets.open(sealed, contextOf(alias));
}
