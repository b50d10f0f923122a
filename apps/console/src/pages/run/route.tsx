import type { PageRoute } from "../page-route.ts";
import { RunPage } from "./view.tsx";

export const runPage: PageRoute = { path: "/runs/$run", component: RunPage };
