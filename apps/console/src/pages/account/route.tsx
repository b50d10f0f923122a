import type { PageRoute } from "../page-route.ts";
import { Account } from "./view.tsx";

export const accountPage: PageRoute = { path: "/account", component: Account };
