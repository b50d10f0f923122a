import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const refusalsPage: PageRoute = {
  path: "/refusals",
  component: lazyRouteComponent(() => import("./view.tsx"), "Refusals"),
};
