import { deliveryStates, limits, type DeliveryState } from "@service/contract";
import type { Command } from "commander";
import { oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { withDeps } from "../with-deps.ts";

interface ListOptions {
  readonly state?: DeliveryState;
  readonly organization?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

interface NoticeOptions {
  readonly organization?: string;
  readonly open?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
}

/** `svc delivery`: webhook deliveries of all organizations. */
export function addDelivery(program: Command): void {
  const noun = program.command("delivery").description("Webhook deliveries");

  verb(noun, "list", "List deliveries, newest first")
    .option("--state <state>", deliveryStates.join(", "), oneOf(deliveryStates))
    .option("--organization <id>", "of one organization only", uuid)
    .option("--limit <n>", `at most ${limits.pageMax}`, wholeNumber(1, limits.pageMax))
    .action(async (options: ListOptions) => {
      const { listDeliveriesForOperator } = await import("@service/domain/deliveries");
      const deliveries = await withDeps({}, (deps) =>
        listDeliveriesForOperator(deps, {
          state: options.state,
          organizationId: options.organization,
          limit: options.limit,
        }),
      );
      print(options, { answer: { deliveries } });
    });

  verb(noun, "notices", "List what the service noticed about endpoints: failing for days, or refusing after a success")
    .option("--organization <id>", "of one organization only", uuid)
    .option("--open", "only those that last")
    .option("--limit <n>", `at most ${limits.pageMax}`, wholeNumber(1, limits.pageMax))
    .action(async (options: NoticeOptions) => {
      const { listNotices } = await import("@service/domain/webhook-endpoints");
      const notices = await withDeps({}, (deps) =>
        listNotices(deps, { organizationId: options.organization, isOpen: options.open, limit: options.limit }),
      );
      print(options, { answer: { notices } });
    });
}
