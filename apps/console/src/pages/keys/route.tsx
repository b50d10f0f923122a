import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const keysPage: PageRoute = { path: "/keys", component: lazyRouteComponent(() => import("./view.tsx"), "Keys") };
