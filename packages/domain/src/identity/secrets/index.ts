/**
 * Secrets: rules that secrets of every kind share.
 *
 * Guarantees: a rotation lets the old secret live for a while and never leaves more than the limit; a secret that can be
 * guessed is refused. Each secret is stored by the module that it belongs to.
 */
export { expireSecrets } from "./expire-secrets.ts";
export { assertOperatorSecret } from "./operator-secret.ts";
