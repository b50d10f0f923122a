import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import type { Mapping, MappingEmit, MappingField } from "../mapping-schema.ts";
import { nativeFields } from "./native.ts";

type Fields = { readonly [name: string]: MappingField };

/** Where documents of clients name a field otherwise than the family does. */
const documentFields: Partial<Record<FamilyName, (origin: string) => Fields>> = {
  accounts: () =>
    aliased(["line1", "line2", "city", "state", "zip"], (name) => [`mailing_address.${name}`, [`address.${name}`]]),
  policies: (at) => ({
    policy_number: { from: [`${at}policy_number`, `${at}number`] },
    carrier_key: { from: [`${at}carrier_key`, `${at}carrier.id`] },
    carrier_name: { from: [`${at}carrier_name`, `${at}carrier.name`] },
  }),
  claims: (at) => ({ claim_number: { from: [`${at}claim_number`, `${at}number`] } }),
};

function aliased(names: readonly string[], of: (name: string) => [string, readonly string[]]): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const [field, others] = of(name);
      return [field, { from: [field, ...others] }];
    }),
  );
}

/**
 * A document for each client with everything of it inside, and a list of what was deleted: as systems with a "changed
 * since" list give them. Derived from the families (IMP-45).
 */
export function nestedClientsMapping(): Mapping {
  return {
    schema_version: 1,
    name: "nested_clients_json",
    sources: [
      { match: "clients.json", format: "json", items: "/clients", emits: clientEmits() },
      { match: "deleted.json", format: "json", items: "/deleted", emits: familyNames.map(deletionOf) },
    ],
  };
}

function clientEmits(): MappingEmit[] {
  const emits: MappingEmit[] = [
    { family: "accounts", source_id: ["id"], updated_at: "updated_at", fields: fieldsAt("accounts", "") },
    emitAt("policies", "policies[]", undefined),
    {
      family: "carriers",
      each: "policies[]",
      // A policy without a carrier may have an empty one.
      when: { fact: "@.carrier.id", op: "ne", value: "" },
      source_id: ["@.carrier.id"],
      fields: { name: { from: ["@.carrier.name", "@.carrier.id"] } },
    },
  ];
  for (const family of familyNames) {
    const { owner, fields } = familyOf(family);
    if (owner !== "row of a client" || family === "policies") continue;
    emits.push(emitAt(family, `${family}[]`, undefined));
    const isOfPolicy = Object.hasOwn(fields, "policy_key") || Object.hasOwn(fields, "policy_keys");
    if (isOfPolicy) emits.push(emitAt(family, `policies[].${family}[]`, "@1.id"));
  }
  return emits;
}

function emitAt(family: FamilyName, each: string, policy: string | undefined): MappingEmit {
  const { fields, keyName } = familyOf(family);
  const hasPolicy = Object.hasOwn(fields, "policy_key");
  const policies: Fields =
    policy !== undefined && !hasPolicy ? { policy_keys: { from: ["@.policy_keys", policy] } } : {};
  // What stands inside a policy is of its line.
  const line: Fields =
    policy !== undefined && Object.hasOwn(fields, "line") ? { line: { from: ["@.line", "@1.line"] } } : {};
  return {
    family,
    each,
    source_id: [["@.id", `@.${keyName}`]],
    client: ["id"],
    ...(hasPolicy ? { policy: [policy === undefined ? ["@.policy_id", "@.policy_key"] : policy] } : {}),
    updated_at: "@.updated_at",
    fields: { ...fieldsAt(family, "@."), ...policies, ...line },
  };
}

function fieldsAt(family: FamilyName, origin: string): Fields {
  return { ...nativeFields(family, origin), ...documentFields[family]?.(origin) };
}

function deletionOf(family: FamilyName): MappingEmit {
  // `client` for accounts, else the family in the singular, as its key names it.
  const singular = familyOf(family).keyName.replace(/_key$/, "");
  const words = [...new Set([singular, family, ...(family === "accounts" ? ["account"] : [])])];
  return { family, when: { fact: "row.type", op: "in", value: words }, source_id: ["id"], delete: true };
}
