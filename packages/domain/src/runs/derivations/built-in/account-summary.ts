import { parseJsonObject } from "@service/json";
import { type AccountSummary, summaryFamilies, summaryOfRows } from "../../../book/records/index.ts";
import type { DeclaredDerivation } from "../declaration.ts";

/** What `/accounts/{client_key}/summary` answers (REC-45, DERIV-10). */
export const accountSummaryDerivation: DeclaredDerivation = {
  key: "account_summary",
  label: "Account summaries",
  mode: "incremental",
  isAfterSync: true,
  work: {
    kind: "client",
    families: ["accounts", ...summaryFamilies],
    derive(client) {
      if (client.rows("accounts").length === 0) return [];
      const summary: AccountSummary = summaryOfRows(
        {
          policies: client.rows("policies"),
          claims: client.rows("claims"),
          activities: client.rows("activities"),
        },
        client.today,
      );
      return [{ key: client.clientKey, clientKey: client.clientKey, body: parseJsonObject(JSON.stringify(summary)) }];
    },
  },
};
