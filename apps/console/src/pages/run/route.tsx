import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const runPage: PageRoute = {
  path: "/runs/$run",
  component: lazyRouteComponent(() => import("./view.tsx"), "RunPage"),
};
