import type { DeclaredDerivation } from "../declaration.ts";
import { numberOf } from "./values.ts";

/** How much of a client there is to insure. */
export const exposureRollup: DeclaredDerivation = {
  key: "exposure_rollup",
  label: "Exposures",
  mode: "incremental",
  isAfterSync: true,
  work: {
    kind: "client",
    families: ["accounts", "locations", "vehicles", "drivers"],
    derive({ clientKey, rows }) {
      const [account] = rows("accounts");
      if (account === undefined) return [];
      const body = {
        client_key: clientKey,
        revenue: numberOf(account["revenue"]),
        payroll: numberOf(account["payroll"]),
        employees: numberOf(account["employees"]),
        locations: rows("locations").length,
        vehicles: rows("vehicles").length,
        drivers: rows("drivers").length,
      };
      return [{ key: clientKey, clientKey, body }];
    },
  },
};
