import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { keepAnswers } from "../../kept-answers.ts";
import { type ConversationWork, measureConversations } from "../../conversations/turns/index.ts";
import { type ConsumerBacklog, measureEventMarks } from "../../events/events/index.ts";
import { listNotices, type Notice } from "../../events/webhook-endpoints/index.ts";
import { listProcesses, type RunningProcess, type UnservedType, unservedTypes } from "../../runs/processes/index.ts";
import { queueStatus, type QueueStatus } from "../../runs/runs/index.ts";
import {
  type DeliveryBacklog,
  type EndpointBacklog,
  listEndpointBacklogs,
  measureDeliveries,
} from "../deliveries/index.ts";

/** What waits, runs and fails over all organizations. */
export interface InstallationOverview {
  readonly readAt: Date;
  readonly organizations: number;
  /** Runs by engine type, and jobs by kind. */
  readonly queue: QueueStatus;
  readonly unserved: readonly UnservedType[];
  readonly processes: readonly RunningProcess[];
  readonly conversations: ConversationWork;
  /** Events that wait for a consumer. */
  readonly events: readonly ConsumerBacklog[];
  readonly deliveries: DeliveryBacklog;
  /** Endpoints with something due or failing, the longest due first. */
  readonly endpoints: readonly EndpointBacklog[];
  /** Notices that last, newest first. */
  readonly notices: readonly Notice[];
  readonly failedExecutions: readonly FailedExecutions[];
}

/** Executions of an organization's automations that failed within the last 24 hours. */
export interface FailedExecutions {
  readonly organizationId: string;
  readonly failed: number;
  readonly lastAt: Date;
}

const countOrganizations = statement("organizations_count", "select count(*)::int as organizations from organizations");

const countFailed = statement(
  "automation_executions_count_failed",
  `select organization_id as "organizationId", count(*)::int as failed, max(finished_at) as "lastAt"
   from automation_executions where status = 'failed' and finished_at > now() - interval '24 hours'
   group by organization_id order by failed desc, organization_id limit 50`,
  // Only finished ones are counted.
).narrowed<{ readonly lastAt: Date }>();

/** Endpoints and notices that are shown. */
const shownMax = 50;
/** Several open pages ask for the same; what is counted reads every unfinished run. */
const keptMs = 5_000;

export type ReadInstallation = () => Promise<InstallationOverview>;

/** Opened once per process: an answer is kept for 5 s (CON-62). */
export function openInstallationOverview(deps: Pick<Deps, "db" | "queue" | "clock">): ReadInstallation {
  const read = keepAnswers(
    { clock: deps.clock, keptMs, max: 1 },
    () => "installation",
    () => readInstallation(deps),
  );
  return () => read(undefined);
}

async function readInstallation(deps: Pick<Deps, "db" | "queue" | "clock">): Promise<InstallationOverview> {
  const readAt = deps.clock.now();
  const [queue, unserved, processes, conversations, events, deliveries, endpoints, notices, organizations, failed] =
    await Promise.all([
      queueStatus(deps),
      unservedTypes(deps),
      listProcesses(deps),
      measureConversations(deps),
      measureEventMarks(deps.db),
      measureDeliveries(deps),
      listEndpointBacklogs(deps, "every", { limit: shownMax }),
      listNotices(deps, "every", { isOpen: true, limit: shownMax }),
      deps.db.pool.query(countOrganizations([])),
      deps.db.pool.query(countFailed([])),
    ]);
  return {
    readAt,
    organizations: organizations.rows[0]?.organizations ?? 0,
    queue,
    unserved,
    processes,
    conversations,
    events,
    deliveries,
    endpoints: endpoints.filter(({ due, failuresInARow }) => due > 0 || failuresInARow > 0),
    notices,
    failedExecutions: failed.rows,
  };
}
