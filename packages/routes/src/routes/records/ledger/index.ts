/** The action ledger: its write route and the reads of what it amounts to. */
import { appendActions } from "./append-actions.ts";
import { ledgerReads } from "./list-ledger.ts";

export const ledgerRoutes = [appendActions, ...ledgerReads];
