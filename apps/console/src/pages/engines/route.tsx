import type { PageRoute } from "../page-route.ts";
import { Engines } from "./view.tsx";

export const enginesPage: PageRoute = { path: "/engines", component: Engines };
