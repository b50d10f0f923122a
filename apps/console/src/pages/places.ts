import { overviewPage } from "./overview/route.tsx";
import type { PageRoute } from "./page-route.ts";
import { runPage } from "./run/route.tsx";
import { runsPage } from "./runs/route.tsx";

/** Pages in an environment of an organization. */
export const placePages: readonly PageRoute[] = [overviewPage, runsPage, runPage];
