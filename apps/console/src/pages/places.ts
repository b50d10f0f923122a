import { auditPage } from "./audit/route.tsx";
import { endpointPage } from "./endpoint/route.tsx";
import { endpointsPage } from "./endpoints/route.tsx";
import { enginePage } from "./engine/route.tsx";
import { enginesPage } from "./engines/route.tsx";
import { keysPage } from "./keys/route.tsx";
import { overviewPage } from "./overview/route.tsx";
import type { PageRoute } from "./page-route.ts";
import { refusalsPage } from "./refusals/route.tsx";
import { runPage } from "./run/route.tsx";
import { runsPage } from "./runs/route.tsx";
import { settingsPage } from "./settings/route.tsx";
import { tryPage } from "./try/route.tsx";

/** Pages in an environment of an organization. */
export const placePages: readonly PageRoute[] = [
  overviewPage,
  runsPage,
  runPage,
  tryPage,
  enginesPage,
  enginePage,
  endpointsPage,
  endpointPage,
  keysPage,
  refusalsPage,
  auditPage,
  settingsPage,
];
