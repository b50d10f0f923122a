import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const runsPage: PageRoute = { path: "/runs", component: lazyRouteComponent(() => import("./view.tsx"), "Runs") };
