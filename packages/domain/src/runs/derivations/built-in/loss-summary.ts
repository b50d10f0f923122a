import type { DeclaredDerivation } from "../declaration.ts";
import { byText, sumOf, textOf } from "./values.ts";

const openStatuses = /^(?:open|reopened|pending)/i;

/** The claims of a client by line and by year. */
export const lossSummary: DeclaredDerivation = {
  key: "loss_summary",
  label: "Loss summaries",
  mode: "incremental",
  isAfterSync: true,
  work: {
    kind: "client",
    families: ["claims"],
    derive({ clientKey, rows }) {
      const claims = rows("claims");
      if (claims.length === 0) return [];
      const factsOf = (some: typeof claims) => ({
        claims: some.length,
        open_claims: some.filter((claim) => openStatuses.test(textOf(claim["status"]) ?? "")).length,
        paid: sumOf(some, "paid"),
        reserved: sumOf(some, "reserved"),
        incurred: sumOf(some, "incurred"),
      });
      const byYear = Map.groupBy(claims, (claim) => textOf(claim["occurred_on"])?.slice(0, 4) ?? "unknown");
      const sorted = <Value>(entries: Iterable<readonly [string, Value]>) =>
        Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
      const body = {
        client_key: clientKey,
        ...factsOf(claims),
        by_line: sorted([...byText(claims, "line")].map(([line, some]) => [line, factsOf(some)] as const)),
        by_year: sorted([...byYear].map(([year, some]) => [year, factsOf(some)] as const)),
      };
      return [{ key: clientKey, clientKey, body }];
    },
  },
};
