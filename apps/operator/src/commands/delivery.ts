import { deliveryStates, limits, type DeliveryState } from "@service/contract";
import type { OperatorDelivery } from "@service/domain/deliveries";
import type { Command } from "commander";
import { oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { scopeOf } from "../must-exist.ts";
import type { Session } from "../session.ts";

interface ListOptions {
  readonly state?: DeliveryState;
  readonly organization?: string;
  readonly days?: number;
  readonly after?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

interface NoticeOptions {
  readonly organization?: string;
  readonly open?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

/** `svc delivery`: webhook deliveries and notices about their endpoints. */
export function addDelivery(noun: Command, { withDeps }: Session): void {
  const { pageMax, webhookDeliveryListDaysMax: daysMax, webhookRecoveryDaysMax: daysDefault } = limits;
  verb(noun, "list", "List deliveries, newest first")
    .option("--organization <id>", "only this organization's", uuid)
    .option("--state <state>", deliveryStates.join(", "), oneOf(deliveryStates))
    .option(
      "--days <n>",
      `created in the last n days, at most ${daysMax}; default ${daysDefault}`,
      wholeNumber(1, daysMax),
    )
    .option("--after <id>", "only deliveries older than this one: the last of the previous page", uuid)
    .option("--limit <n>", `at most ${pageMax}`, wholeNumber(1, pageMax))
    .action(async (options: ListOptions) => {
      const { listDeliveriesForOperator } = await import("@service/domain/deliveries");
      const deliveries = await withDeps("deliveries.list", {}, async (deps) => {
        return listDeliveriesForOperator(deps, await scopeOf(deps, options.organization), {
          state: options.state,
          days: options.days,
          after: options.after,
          limit: options.limit,
        });
      });
      print(options, { answer: { deliveries }, table: { deliveries: deliveries.map(asRow) } });
    });

  verb(noun, "notices", "List notices about endpoints: failing for days, or refusing after a success")
    .option("--organization <id>", "only this organization's", uuid)
    .option("--open", "only notices that have not ended")
    .option("--limit <n>", `at most ${pageMax}`, wholeNumber(1, pageMax))
    .action(async (options: NoticeOptions) => {
      const { listNotices } = await import("@service/domain/webhook-endpoints");
      const notices = await withDeps("deliveries.notices", {}, async (deps) => {
        return listNotices(deps, await scopeOf(deps, options.organization), {
          isOpen: options.open,
          limit: options.limit,
        });
      });
      print(options, { answer: { notices } });
    });
}

/** What fits into a line. */
function asRow({ id, createdAt, state, reason, eventType, tries, nextAttemptAt, url }: OperatorDelivery) {
  return {
    id,
    created_at: createdAt,
    state,
    reason,
    event_type: eventType,
    tries,
    next_attempt_at: nextAttemptAt,
    url,
  };
}
