import type { PageRoute } from "../page-route.ts";
import { Runs } from "./view.tsx";

export const runsPage: PageRoute = { path: "/runs", component: Runs };
