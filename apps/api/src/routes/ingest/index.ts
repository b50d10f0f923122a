/**
 * Events that come in from outside (sections 4.5, 5.6, 6.3). No API key: each source has a secret of its own, and the
 * sending address and the source have budgets.
 */
import { ingestEvent } from "./ingest-event.ts";

export const ingestRoutes = [ingestEvent];
