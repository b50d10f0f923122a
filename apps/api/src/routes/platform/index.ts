/** Routes that need no key: what load balancers and crawlers ask (section 4.1). */
import { readHealth } from "./read-health.ts";
import { readRobots } from "./read-robots.ts";

export const platformRoutes = [readHealth, readRobots];
