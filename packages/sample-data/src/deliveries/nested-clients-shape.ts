import { isJsonArray, type Json, type JsonObject } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import { textOf } from "../fields.ts";
import { TextFile } from "../text-file.ts";
import { type DeliveredClient, type DeliveredRows, idOf, rowsOf } from "./delivered-client.ts";
import type { Shape } from "./shape.ts";

/** What the list of deletions calls a row of a family. */
const typeNames = {
  accounts: "client",
  contacts: "contact",
  policies: "policy",
  coverages: "coverage",
  claims: "claim",
  vehicles: "vehicle",
  invoices: "invoice",
  locations: "location",
  activities: "activity",
} as const satisfies { readonly [Name in FamilyName]?: string };
type NestedFamily = keyof typeof typeNames;

const nestedFamilies: readonly NestedFamily[] = [
  "accounts",
  "contacts",
  "policies",
  "coverages",
  "claims",
  "vehicles",
  "invoices",
  "locations",
  "activities",
];

function typeNameOf(family: FamilyName): string | undefined {
  const names: { readonly [Name in FamilyName]?: string } = typeNames;
  return names[family];
}

/** A document for each client with everything below it, and beside it the list of what was deleted (SAMPLE-23). */
export const nestedClientsShape: Shape = {
  name: "nested_clients_json",
  complete: nestedFamilies,
  held: ({ id, rows }) => ({
    id,
    rows: {
      ...Object.fromEntries(nestedFamilies.map((family) => [family, rowsOf(rows, family)])),
      // Vehicles stand below the policy that insures them; there is no place for others.
      vehicles: rowsOf(rows, "vehicles").filter((row) => policyOf("vehicles", row) !== undefined),
    },
  }),
  delta: "clients",
  open: (folder, _mode, asOf) => {
    const clients = new TextFile(folder, "clients.json");
    const deleted = new TextFile(folder, "deleted.json");
    const addTo = (file: TextFile, row: JsonObject): void =>
      file.addText(`${file.rows === 0 ? "" : ","}\n${JSON.stringify(row)}`);
    clients.write(`{"as_of":${JSON.stringify(asOf)},"clients":[`);
    deleted.write(`{"deleted":[`);
    return {
      add: (client) => {
        for (const document of clientDocuments(client)) addTo(clients, document);
      },
      remove: ({ family, id }) => {
        const type = typeNameOf(family);
        if (type !== undefined) addTo(deleted, { type, id });
      },
      end: () =>
        [clients, deleted].map((file) => {
          file.write("\n]}\n");
          return file.end();
        }),
    };
  },
};

function clientDocuments({ rows }: DeliveredClient): JsonObject[] {
  return rowsOf(rows, "accounts").map((row) => {
    const { mailing_address, ...account } = element("accounts", row);
    const own = (family: NestedFamily): JsonObject[] => rowsOf(rows, family).map((each) => element(family, each));
    return {
      ...account,
      ...(mailing_address === undefined ? {} : { address: mailing_address }),
      contacts: own("contacts"),
      policies: rowsOf(rows, "policies").map((policy) => policyDocument(policy, rows)),
      locations: own("locations"),
      activities: own("activities"),
    };
  });
}

function policyDocument(policy: JsonObject, rows: DeliveredRows): JsonObject {
  const { policy_number, carrier_key, carrier_name, ...fields } = element("policies", policy);
  const below = (family: "coverages" | "claims" | "vehicles" | "invoices"): JsonObject[] =>
    rowsOf(rows, family).flatMap((row) => {
      if (policyOf(family, row) !== policy.policy_key) return [];
      // Their place says which policy is meant.
      const { policy_key: _policy, policy_keys: _policies, ...rest } = element(family, row);
      return [rest];
    });
  return {
    ...fields,
    ...(policy_number === undefined ? {} : { number: policy_number }),
    carrier: { id: textOf(carrier_key), name: textOf(carrier_name) },
    coverages: below("coverages"),
    claims: below("claims"),
    vehicles: below("vehicles"),
    invoices: below("invoices"),
  };
}

/** The row as an element of its client: its own id, and no other word about whose it is. */
function element(family: NestedFamily, row: JsonObject): { readonly [name: string]: Json } {
  const { [familyOf(family).keyName]: _key, client_key: _client, ...fields } = row;
  return { id: idOf(family, row), ...fields };
}

/** The policy that a row stands below. */
function policyOf(family: NestedFamily, row: JsonObject): string | undefined {
  if (family !== "vehicles") return textOf(row.policy_key);
  const [policy] = isJsonArray(row.policy_keys) ? row.policy_keys : [];
  return policy === undefined ? undefined : textOf(policy);
}
