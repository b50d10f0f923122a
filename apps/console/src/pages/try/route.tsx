import type { PageRoute } from "../page-route.ts";
import { Try } from "./view.tsx";

export const tryPage: PageRoute = { path: "/try", component: Try };
