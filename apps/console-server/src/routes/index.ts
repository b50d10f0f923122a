import { routesForPeople } from "../http/public-routes.ts";
import type { Route } from "../http/route.ts";
import { auditRoutes } from "./audit.ts";
import { documentTextRoutes } from "./document-text.ts";
import { engineRoutes } from "./engines.ts";
import { findRoutes } from "./find.ts";
import { installationRoutes } from "./installation.ts";
import { keyRoutes } from "./keys.ts";
import { memberRoutes } from "./members.ts";
import { organizationRoutes } from "./organizations.ts";
import { peopleRoutes } from "./people.ts";
import { providerRoutes } from "./provider-sign-in.ts";
import { runListRoutes } from "./runs.ts";
import { sessionRoutes } from "./session.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every route of the console: its own, and the public ones that people call. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...providerRoutes,
  ...peopleRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...findRoutes,
  ...installationRoutes,
  ...runListRoutes,
  ...webhookRoutes,
  ...engineRoutes,
  ...documentTextRoutes,
  ...routesForPeople,
];
