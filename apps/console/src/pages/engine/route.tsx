import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const enginePage: PageRoute = {
  path: "/engines/$engine",
  component: lazyRouteComponent(() => import("./view.tsx"), "EnginePage"),
};
