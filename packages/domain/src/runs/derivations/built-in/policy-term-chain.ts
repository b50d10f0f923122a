import { plainCarrierName } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { ClientRows, DeclaredDerivation, DerivedRow } from "../declaration.ts";
import { numberOf, textOf } from "./values.ts";

/** The terms of each policy one after another: by the policy that a row says it follows, else by its number and line. */
export const policyTermChain: DeclaredDerivation = {
  key: "policy_term_chain",
  label: "Chains of policy terms",
  mode: "incremental",
  isAfterSync: true,
  work: { kind: "client", families: ["policies"], derive: chainsOf },
};

function chainsOf(client: ClientRows): readonly DerivedRow[] {
  const policies = client.rows("policies").toSorted((left, right) => (startOf(left) < startOf(right) ? -1 : 1));
  const chainOf = new Map<string, JsonObject[]>();
  const lastByNumber = new Map<string, JsonObject[]>();
  const chains: JsonObject[][] = [];
  for (const policy of policies) {
    const number = numberKey(policy);
    const prior = textOf(policy["prior_policy_key"]);
    const named = prior === null ? undefined : chainOf.get(prior);
    const chain = named ?? (number === undefined ? undefined : lastByNumber.get(number)) ?? [];
    if (chain.length === 0) chains.push(chain);
    chain.push(policy);
    chainOf.set(textOf(policy["key"]) ?? "", chain);
    if (number !== undefined) lastByNumber.set(number, chain);
  }
  return chains.map((chain) => rowOf(client.clientKey, chain));
}

function rowOf(clientKey: string, chain: readonly JsonObject[]): DerivedRow {
  const [first = {}] = chain;
  const last = chain.at(-1) ?? {};
  const premiums = chain.map((policy) => numberOf(policy["premium"]));
  const [before, now] = [premiums.at(-2) ?? null, premiums.at(-1) ?? null];
  const key = textOf(first["key"]) ?? "";
  const body = {
    client_key: clientKey,
    line: textOf(last["line"]),
    terms: chain.map((policy) => ({
      policy_key: textOf(policy["key"]),
      effective_on: textOf(policy["effective_on"]),
      expires_on: textOf(policy["expires_on"]),
      status: textOf(policy["status"]),
      carrier_key: textOf(policy["carrier_key"]),
      carrier_name: textOf(policy["carrier_name"]),
      premium: numberOf(policy["premium"]),
    })),
    carrier_changes: new Set(chain.flatMap(carrierOf)).size - 1,
    premium_change:
      before === null || now === null || before === 0 ? null : Math.round(((now - before) / before) * 10_000) / 10_000,
  };
  return { key, clientKey, body: { ...body, carrier_changes: Math.max(0, body.carrier_changes) } };
}

function startOf(policy: JsonObject): string {
  return `${textOf(policy["effective_on"]) ?? ""} ${textOf(policy["key"]) ?? ""}`;
}

function numberKey(policy: JsonObject): string | undefined {
  const number = textOf(policy["policy_number"]);
  return number === null ? undefined : `${number} ${textOf(policy["line"]) ?? ""}`;
}

/** By its name, under which the row of one term may state it and that of another name it by key (REC-139). */
function carrierOf(policy: JsonObject): readonly string[] {
  const name = textOf(policy["carrier_name"]);
  return [name === null ? textOf(policy["carrier_key"]) : plainCarrierName(name)].filter((carrier) => carrier !== null);
}
