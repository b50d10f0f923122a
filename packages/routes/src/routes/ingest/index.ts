/**
 * Inbound events (IN-2, IN-10). No API key: each source has its own secret, and the sending address and the source
 * have budgets.
 */
import { ingestEvent } from "./ingest-event.ts";

export const ingestRoutes = [ingestEvent];
