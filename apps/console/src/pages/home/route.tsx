import type { PageRoute } from "../page-route.ts";
import { Home } from "./view.tsx";

export const homePage: PageRoute = { path: "/home", component: Home };
