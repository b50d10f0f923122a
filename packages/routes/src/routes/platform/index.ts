/** Routes without a key, for load balancers, crawlers and generators of clients (PLAT-10). */
import { readHealth } from "./read-health.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readRobots } from "./read-robots.ts";

export const platformRoutes = [readHealth, readOpenApi, readRobots];
