/** Routes without a key, for load balancers and crawlers (PLAT-10). */
import { readHealth } from "./read-health.ts";
import { readRobots } from "./read-robots.ts";

export const platformRoutes = [readHealth, readRobots];
