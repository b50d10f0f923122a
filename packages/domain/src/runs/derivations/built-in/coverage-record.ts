import { byText as inOrder } from "@service/json";
import type { DeclaredDerivation } from "../declaration.ts";
import { textOf } from "./values.ts";

/** A policy with the keys of its coverages: what its coverage record is made of. */
export const coverageRecordDerivation: DeclaredDerivation = {
  key: "coverage_record",
  label: "Coverage records",
  mode: "incremental",
  isAfterSync: true,
  work: {
    kind: "client",
    families: ["policies", "coverages"],
    derive({ clientKey, rows }) {
      const coverages = Map.groupBy(rows("coverages"), (row) => textOf(row["policy_key"]) ?? "");
      return rows("policies").flatMap((policy) => {
        const key = textOf(policy["key"]);
        if (key === null) return [];
        const own = coverages.get(key) ?? [];
        const body = {
          client_key: clientKey,
          policy_key: key,
          line: textOf(policy["line"]),
          status: textOf(policy["status"]),
          coverage_keys: own.flatMap((row) => textOf(row["key"]) ?? []).toSorted(inOrder),
          coverages: [...new Set(own.flatMap((row) => textOf(row["coverage"]) ?? []))].toSorted(inOrder),
        };
        return [{ key, clientKey, body }];
      });
    },
  },
};
