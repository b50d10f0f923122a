import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const tryPage: PageRoute = { path: "/try", component: lazyRouteComponent(() => import("./view.tsx"), "Try") };
