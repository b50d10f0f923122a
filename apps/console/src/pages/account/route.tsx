import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const accountPage: PageRoute = {
  path: "/account",
  component: lazyRouteComponent(() => import("./view.tsx"), "Account"),
};
