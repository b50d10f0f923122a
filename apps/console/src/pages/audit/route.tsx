import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const auditPage: PageRoute = {
  path: "/audit",
  component: lazyRouteComponent(() => import("./view.tsx"), "Audit"),
};
