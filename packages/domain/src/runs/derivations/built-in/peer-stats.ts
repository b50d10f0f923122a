import type { DeclaredDerivation } from "../declaration.ts";
import { numberOf, textOf } from "./values.ts";

/** Aggregates of fewer clients would be about single ones. */
const clientsMin = 8;

/** What clients of one segment and trade hold: premium, and the share of them with each line. */
export const peerStats: DeclaredDerivation = {
  key: "peer_stats",
  label: "Statistics of peers",
  mode: "full",
  isAfterSync: false,
  schedule: "0 2 * * *",
  work: {
    kind: "book",
    families: ["accounts", "policies"],
    begin() {
      const groups = new Map<string, { premiums: number[]; lines: Map<string, number> }>();
      return {
        add({ rows }) {
          const [account] = rows("accounts");
          const held = rows("policies").filter((policy) => policy["status"] === "active");
          if (account === undefined || held.length === 0) return;
          const key = `${textOf(account["segment"]) ?? "unknown"}/${textOf(account["naics"])?.slice(0, 2) ?? "unknown"}`;
          const group = groups.get(key) ?? { premiums: [], lines: new Map<string, number>() };
          groups.set(key, group);
          group.premiums.push(held.reduce((sum, policy) => sum + (numberOf(policy["premium"]) ?? 0), 0));
          for (const line of new Set(held.flatMap((policy) => textOf(policy["line"]) ?? [])))
            group.lines.set(line, (group.lines.get(line) ?? 0) + 1);
        },
        rows: () =>
          [...groups].flatMap(([key, { premiums, lines }]) => {
            const clients = premiums.length;
            if (clients < clientsMin) return [];
            const sorted = premiums.toSorted((left, right) => left - right);
            const shares = [...lines]
              .filter(([, count]) => count >= clientsMin)
              .map(([line, count]) => [line, Math.round((count / clients) * 1_000) / 1_000] as const);
            const body = {
              peer_group: key,
              clients,
              median_premium: sorted[Math.floor(clients / 2)] ?? 0,
              share_by_line: Object.fromEntries(shares.toSorted(([left], [right]) => (left < right ? -1 : 1))),
            };
            return [{ key, clientKey: "", body }];
          }),
      };
    },
  },
};
