import type { PageRoute } from "../page-route.ts";
import { Endpoints } from "./view.tsx";

export const endpointsPage: PageRoute = { path: "/endpoints", component: Endpoints };
