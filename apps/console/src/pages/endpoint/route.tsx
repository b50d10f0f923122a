import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const endpointPage: PageRoute = {
  path: "/endpoints/$endpoint",
  component: lazyRouteComponent(() => import("./view.tsx"), "EndpointPage"),
};
