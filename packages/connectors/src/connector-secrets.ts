import { isJsonObject, type Json, type JsonObject } from "@service/json";

/** Where secrets stand in the configs of all kinds: a member, or a member of `auth`. */
const secretMembers: ReadonlySet<string> = new Set(["dsn"]);
const secretAuthMembers: ReadonlySet<string> = new Set(["password", "token", "client_secret", "value"]);

/** A config with its secrets sealed, to be stored (IMP-201). @param seal binds what it seals to the connection. */
export function sealSecrets(config: JsonObject, seal: (plain: string) => string): JsonObject {
  return withSecrets(config, (secret) => (typeof secret === "string" ? seal(secret) : secret));
}

/** A stored config with its secrets open, to be read and used. @throws what `open` throws. */
export function openSecrets(config: JsonObject, open: (sealed: string) => string): JsonObject {
  return withSecrets(config, (secret) => (typeof secret === "string" ? open(secret) : secret));
}

/** A config as it may be shown, sealed or not: `set` stands for each secret. */
export function shownConfig(config: JsonObject): JsonObject {
  return withSecrets(config, () => "set");
}

function withSecrets(config: JsonObject, change: (secret: Json) => Json): JsonObject {
  const { auth } = config;
  const changed = changedMembers(config, secretMembers, change);
  return isJsonObject(auth) ? { ...changed, auth: changedMembers(auth, secretAuthMembers, change) } : changed;
}

function changedMembers(object: JsonObject, names: ReadonlySet<string>, change: (secret: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, names.has(name) ? change(value) : value]),
  );
}
