import type { Route } from "../http/route.ts";
import { attachmentsRoutes } from "./attachments/index.ts";
import { catalogRoutes } from "./catalog/index.ts";
import { conversationsRoutes } from "./conversations/index.ts";
import { converseRoutes } from "./converse/index.ts";
import { defensibilityRoutes } from "./defensibility/index.ts";
import { enginesRoutes } from "./engines/index.ts";
import { environmentsRoutes } from "./environments/index.ts";
import { evaluationsRoutes } from "./evaluations/index.ts";
import { graphRoutes } from "./graph/index.ts";
import { ingestRoutes } from "./ingest/index.ts";
import { ledgerRoutes } from "./records/ledger/index.ts";
import { outcomesRoutes } from "./outcomes/index.ts";
import { platformRoutes } from "./platform/index.ts";
import { opportunitiesRoutes } from "./records/opportunities/index.ts";
import { recordsRoutes } from "./records/index.ts";
import { runsRoutes } from "./runs/index.ts";
import { turnRoutes } from "./turns/index.ts";
import { webhooksRoutes } from "./webhooks/index.ts";

/** The table of contents: every route of the service, by family. */
export const routes: readonly Route[] = [
  ...platformRoutes,
  ...enginesRoutes,
  ...runsRoutes,
  ...outcomesRoutes,
  ...defensibilityRoutes,
  ...environmentsRoutes,
  ...webhooksRoutes,
  ...opportunitiesRoutes,
  ...recordsRoutes,
  ...ledgerRoutes,
  ...catalogRoutes,
  ...graphRoutes,
  ...conversationsRoutes,
  ...evaluationsRoutes,
  ...attachmentsRoutes,
  ...turnRoutes,
  ...converseRoutes,
  ...ingestRoutes,
];
