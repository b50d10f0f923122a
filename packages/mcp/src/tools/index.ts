import type { Tool } from "../tool.ts";
import { assistantTools } from "./assistants.ts";
import { bookTools } from "./book.ts";
import { documentTools } from "./documents.ts";
import { ledgerTools } from "./ledger.ts";
import { opportunityTools } from "./opportunities.ts";
import { runTools } from "./runs.ts";

/** Every tool, in the order in which a client lists them. */
export const tools: readonly Tool[] = [
  ...bookTools,
  ...opportunityTools,
  ...documentTools,
  ...runTools,
  ...assistantTools,
  ...ledgerTools,
];
