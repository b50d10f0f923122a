import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const settingsPage: PageRoute = {
  path: "/settings",
  component: lazyRouteComponent(() => import("./view.tsx"), "Settings"),
};
