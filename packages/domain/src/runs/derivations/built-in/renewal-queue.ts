import type { DeclaredDerivation } from "../declaration.ts";
import { numberOf, textOf } from "./values.ts";

const daysAhead = 120;
const dayMs = 86_400_000;

/** Policies in force that end within 120 days, with the stage of their renewal where the source has one. */
export const renewalQueue: DeclaredDerivation = {
  key: "renewal_queue",
  label: "Queue of renewals",
  mode: "full",
  isAfterSync: false,
  schedule: "0 5 * * *",
  work: {
    kind: "client",
    families: ["policies", "renewals"],
    derive({ clientKey, today, rows }) {
      const until = new Date(Date.parse(today) + daysAhead * dayMs).toISOString().slice(0, 10);
      const renewals = new Map(rows("renewals").map((row) => [textOf(row["policy_key"]), row]));
      return rows("policies").flatMap((policy) => {
        const [key, expiresOn] = [textOf(policy["key"]), textOf(policy["expires_on"])];
        if (key === null || expiresOn === null || policy["status"] !== "active") return [];
        if (expiresOn < today || expiresOn > until) return [];
        const body = {
          client_key: clientKey,
          policy_key: key,
          line: textOf(policy["line"]),
          expires_on: expiresOn,
          days_left: Math.round((Date.parse(expiresOn) - Date.parse(today)) / dayMs),
          premium: numberOf(policy["premium"]),
          producer_seat: textOf(policy["producer_seat"]),
          stage: textOf(renewals.get(key)?.["stage"]),
        };
        return [{ key, clientKey, body }];
      });
    },
  },
};
