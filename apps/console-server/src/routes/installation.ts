import { listNotices } from "@service/domain/webhook-endpoints";
import { listEndpointBacklogs } from "@service/domain/deliveries";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Moment, OrganizationParams } from "./shapes.ts";

const seconds = z.number().nullable();
const Endpoint = z.object({
  endpoint_id: z.string(),
  organization_id: z.string(),
  environment: z.string(),
  url: z.string(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
  waiting: z.int(),
  due: z.int(),
  oldest_due_seconds: seconds,
  held: z.int(),
  failures_in_a_row: z.int(),
  failures_last_hour: z.int(),
});
const Notice = z.object({
  id: z.string(),
  organization_id: z.string(),
  environment: z.string(),
  endpoint_id: z.string(),
  url: z.string(),
  kind: z.string(),
  episode_at: Moment,
  created_at: Moment,
  ended_at: Moment.nullable(),
});
const Overview = z.object({
  read_at: Moment,
  organizations: z.int(),
  queue: z.object({
    queue_reachable: z.boolean(),
    types: z.array(
      z.object({
        engine_type: z.string(),
        queued: z.int(),
        unheld: z.int(),
        held: z.int(),
        cancel_pending: z.int(),
        oldest_wait_seconds: seconds,
      }),
    ),
    reconciled_seconds_ago: seconds,
    jobs: z.array(z.object({ kind: z.string(), waiting: z.int(), running: z.int(), oldest_wait_seconds: seconds })),
  }),
  unserved: z.array(z.object({ engine_type: z.string(), waiting: z.int(), since: Moment.nullable() })),
  processes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.string().nullable(),
      commit: z.string().nullable(),
      host: z.string(),
      engine_types: z.array(z.string()),
      slots: z.int(),
      held: z.int(),
      started_at: Moment,
      seen_at: Moment,
    }),
  ),
  conversations: z.object({
    turns: z.object({ waiting: z.int(), running: z.int(), oldest_wait_seconds: seconds }),
    evaluations: z.object({ waiting: z.int(), running: z.int() }),
    files: z.object({ waiting: z.int() }),
  }),
  events: z.array(
    z.object({ consumer: z.string(), waiting: z.int(), oldest_due_seconds: z.number(), failed: z.int() }),
  ),
  deliveries: z.object({
    oldest_due_seconds: z.object({ normal: z.number(), slow: z.number() }),
    held: z.int(),
    delivering: z.int(),
  }),
  endpoints: z.array(Endpoint),
  notices: z.array(Notice),
  failed_executions: z.array(z.object({ organization_id: z.string(), failed: z.int(), last_at: Moment })),
});

const overview = route({
  id: "installation.overview",
  method: "GET",
  path: "/console/v1/installation",
  summary: "What waits, runs and fails over all organizations; at most five seconds old",
  access: { scope: "installation", permission: "service:manage" },
  responses: { 200: Overview },
  errors: [],
  handle: async ({ deps, reply }) => reply(200, presentAs(Overview, await deps.installation())),
});

const Health = z.object({ endpoints: z.array(Endpoint), notices: z.array(Notice) });

const endpointHealth = route({
  id: "endpointHealth.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/endpoint-health",
  summary: "Endpoints of an organization with what waits and fails, and the notices that last",
  access: { scope: "organization", permission: "webhooks:manage" },
  params: OrganizationParams,
  responses: { 200: Health },
  errors: [],
  async handle({ deps, principal, reply }) {
    const [endpoints, notices] = await Promise.all([
      listEndpointBacklogs(deps, principal, { limit: 200 }),
      listNotices(deps, principal, { isOpen: true, limit: 200 }),
    ]);
    return reply(200, presentAs(Health, { endpoints, notices }));
  },
});

export const installationRoutes = [overview, endpointHealth];
