import type { PageRoute } from "../page-route.ts";
import { People } from "./view.tsx";

export const peoplePage: PageRoute = { path: "/people", component: People };
