import type { PageRoute } from "../page-route.ts";
import { EndpointPage } from "./view.tsx";

export const endpointPage: PageRoute = { path: "/endpoints/$endpoint", component: EndpointPage };
