import { lazyRouteComponent } from "@tanstack/react-router";
import type { PageRoute } from "../page-route.ts";

export const homePage: PageRoute = { path: "/home", component: lazyRouteComponent(() => import("./view.tsx"), "Home") };
