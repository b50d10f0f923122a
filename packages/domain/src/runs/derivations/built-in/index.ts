import type { DeclaredDerivation } from "../declaration.ts";
import { accountSummaryDerivation } from "./account-summary.ts";
import { contactDuplicates } from "./contact-duplicates.ts";
import { coverageRecordDerivation } from "./coverage-record.ts";
import { exposureRollup } from "./exposure-rollup.ts";
import { lossSummary } from "./loss-summary.ts";
import { opportunityRefresh } from "./opportunity-refresh.ts";
import { peerStats } from "./peer-stats.ts";
import { policyTermChain } from "./policy-term-chain.ts";
import { renewalQueue } from "./renewal-queue.ts";
import { watchlistIndex } from "./watchlist-index.ts";

/** Registered for the graph and performed by another part of the service, which owns what they put out. */
const performedElsewhere: readonly DeclaredDerivation[] = [
  {
    key: "account_grants",
    label: "Who may see which account",
    mode: "incremental",
    isAfterSync: true,
    inputs: ["accounts", "policies"],
    performedBy: "import",
  },
  {
    key: "document_text_index",
    label: "Index of the text of documents",
    mode: "incremental",
    isAfterSync: false,
    inputs: ["documents"],
    performedBy: "documents",
  },
];

/** The derivations that every organization with a book has, by key (DERIV-1). */
export const builtInDerivations: readonly DeclaredDerivation[] = [
  accountSummaryDerivation,
  contactDuplicates,
  coverageRecordDerivation,
  exposureRollup,
  lossSummary,
  opportunityRefresh,
  peerStats,
  policyTermChain,
  renewalQueue,
  watchlistIndex,
  ...performedElsewhere,
].toSorted((left, right) => (left.key < right.key ? -1 : 1));
