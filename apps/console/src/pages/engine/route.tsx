import type { PageRoute } from "../page-route.ts";
import { EnginePage } from "./view.tsx";

export const enginePage: PageRoute = { path: "/engines/$engine", component: EnginePage };
