import type { PageRoute } from "../page-route.ts";
import { Overview } from "./view.tsx";

export const overviewPage: PageRoute = { path: "/", component: Overview };
