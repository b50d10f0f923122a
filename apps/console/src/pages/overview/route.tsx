import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const overviewPage: PageRoute = {
  path: "/",
  component: lazyRouteComponent(() => import("./view.tsx"), "Overview"),
};
