import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import {
  type Attempt,
  attemptOf,
  type Delivery,
  deliveryColumns,
  type DeliveryWords,
  type LoggedAttempt,
  loggedAttemptColumns,
} from "./delivery.ts";

/** A delivery of a run's event, with where it goes and its attempts, oldest first. */
export interface RunDelivery {
  readonly delivery: Delivery;
  /** Of the endpoint, now. */
  readonly url: string;
  readonly attempts: readonly Attempt[];
}

const deliveriesMax = 100;
const attemptsMax = 500;

const readDeliveries = statement(
  "webhook_deliveries_of_run",
  `select ${deliveryColumns}, e.url from webhook_events v
     join webhook_deliveries d on d.event_id = v.id and d.organization_id = v.organization_id
     join webhook_endpoints e on e.id = d.endpoint_id
   where v.run_id = $1 and v.organization_id = $2 and v.environment_id = $3
   order by d.created_at, d.id limit $4`,
).narrowed<DeliveryWords>();

const readAttempts = statement(
  "webhook_attempts_of_deliveries",
  `select a.delivery_id as "deliveryId", ${loggedAttemptColumns} from webhook_attempts a
   where a.delivery_id = any($1::uuid[]) order by a.started_at, a.cycle, a.try limit $2`,
).narrowed<Pick<LoggedAttempt, "outcome">>();

/** Deliveries of a run's events, also at endpoints that are deleted since, oldest first. Check first that the run is the caller's. */
export async function deliveriesOfRun(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  runId: string,
): Promise<RunDelivery[]> {
  const { rows } = await deps.db.pool.query(readDeliveries([runId, organizationId, environmentId, deliveriesMax]));
  if (rows.length === 0) return [];
  const attempts = await deps.db.pool.query(readAttempts([rows.map(({ id }) => id), attemptsMax]));
  return rows.map(({ url, ...delivery }) => ({
    delivery,
    url,
    attempts: attempts.rows.filter(({ deliveryId }) => deliveryId === delivery.id).map(attemptOf),
  }));
}
