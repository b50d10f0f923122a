import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const enginesPage: PageRoute = {
  path: "/engines",
  component: lazyRouteComponent(() => import("./view.tsx"), "Engines"),
};
