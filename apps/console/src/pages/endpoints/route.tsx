import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const endpointsPage: PageRoute = {
  path: "/endpoints",
  component: lazyRouteComponent(() => import("./view.tsx"), "Endpoints"),
};
