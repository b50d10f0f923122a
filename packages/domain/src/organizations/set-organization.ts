import { fail, limits } from "@service/contract";
import type { Deps } from "../deps.ts";
import { sealAssertionSecret } from "./assertion-secret.ts";
import {
  organizationNotFound,
  organizationOf,
  uuidPattern,
  type DeliverySetup,
  type Organization,
  type RecordsPosture,
} from "./organization.ts";

/** Every option of `svc organization set`; what is left out stays, `null` removes a cap or the secret. */
export interface OrganizationChanges {
  readonly requestsPerMinute?: number | undefined;
  readonly monthlyRunCap?: number | null | undefined;
  readonly maxRunning?: number | null | undefined;
  readonly deliverySetup?: DeliverySetup | undefined;
  readonly recordsPosture?: RecordsPosture | undefined;
  readonly assertionSecret?: string | null | undefined;
  readonly analysesEnabled?: boolean | undefined;
}

const monthlyRunCapMax = 1_000_000_000;
const maxRunningMax = 1_000_000;
const assertionSecretCharsMax = 1_024;

/**
 * Changes the operator's settings of an organization. Requests see them at once with scoped keys and within 60 seconds
 * with organization keys.
 * @throws `not_found`; `invalid_request` naming the bound.
 */
export async function setOrganization(
  deps: Deps,
  organizationId: string,
  changes: OrganizationChanges,
): Promise<Organization> {
  within("requests per minute", changes.requestsPerMinute, 1, limits.quotaRequestsPerMinuteMax);
  within("monthly run cap", changes.monthlyRunCap, 0, monthlyRunCapMax);
  within("number of running runs", changes.maxRunning, 1, maxRunningMax);
  within("length of the assertion secret", changes.assertionSecret?.length, 1, assertionSecretCharsMax);
  if (!uuidPattern.test(organizationId)) throw organizationNotFound();

  return deps.db.prisma.$transaction(async (tx) => {
    // Locked, so that two operators who change different settings at once both keep their change.
    await tx.$queryRaw`select 1 from organizations where id = ${organizationId}::uuid for no key update`;
    const before = await tx.organization.findUnique({ where: { id: organizationId } });
    if (!before) throw organizationNotFound();
    const row = await tx.organization.update({
      where: { id: organizationId },
      data: {
        requestsPerMinute: changes.requestsPerMinute ?? before.requestsPerMinute,
        monthlyRunCap: changes.monthlyRunCap === undefined ? before.monthlyRunCap : changes.monthlyRunCap,
        maxRunning: changes.maxRunning === undefined ? before.maxRunning : changes.maxRunning,
        deliverySetup: changes.deliverySetup ?? before.deliverySetup,
        recordsPosture: changes.recordsPosture ?? before.recordsPosture,
        analysesEnabled: changes.analysesEnabled ?? before.analysesEnabled,
        assertionSecret: sealedSecret(deps, organizationId, changes.assertionSecret, before.assertionSecret),
      },
    });
    if (typeof changes.monthlyRunCap === "number") {
      // Usage is counted only while there is a cap (domain.md I), so a cap set in mid-month first counts what the
      // month already has. `greatest` keeps a count that is ahead of what retention has left.
      await tx.$executeRaw`
        insert into run_usage (organization_id, month, used)
        select ${organizationId}::uuid, (date_trunc('month', now() at time zone 'utc'))::date, count(*)::int
        from runs join environments on environments.id = runs.environment_id
        where runs.organization_id = ${organizationId}::uuid and environments.slug = 'live'
          and runs.test_scenario is null
          and runs.created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'
        on conflict (organization_id, month) do update set used = greatest(run_usage.used, excluded.used)`;
    }
    return organizationOf(row);
  });
}

function sealedSecret(
  deps: Deps,
  organizationId: string,
  secret: string | null | undefined,
  before: string | null,
): string | null {
  if (secret === undefined) return before;
  return secret === null ? null : sealAssertionSecret(deps.secrets, organizationId, secret);
}

function within(what: string, value: number | null | undefined, min: number, max: number): void {
  if (value === undefined || value === null) return;
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw fail("invalid_request", { message: `The ${what} must be a whole number from ${min} to ${max}.` });
}
