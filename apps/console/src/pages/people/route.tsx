import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const peoplePage: PageRoute = {
  path: "/people",
  component: lazyRouteComponent(() => import("./view.tsx"), "People"),
};
