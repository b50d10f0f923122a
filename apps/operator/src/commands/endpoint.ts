import { limits } from "@service/contract";
import type { EndpointBacklog } from "@service/domain/deliveries";
import type { Command } from "commander";
import { print, uuid, verb, wholeNumber } from "../command.ts";
import { scopeOf } from "../must-exist.ts";
import type { Session } from "../session.ts";

interface ListOptions {
  readonly organization?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

const help = `
State:
  enabled    deliveries are sent
  slow       it failed 20 times in a row: one delivery at a time, until one succeeds
  disabled   nothing is sent; deliveries are held (disabled_reason: manual, gone or failing)

Waiting counts what waits for its turn or its next attempt, due what should have been sent by now. Counts stop at 10,000.
With --json each endpoint also has its organization, environment, failures in a row and deliveries under way.`;

/** `svc endpoint`: webhook endpoints with what waits for them. */
export function addEndpoint(noun: Command, { withDeps }: Session): void {
  const { pageMax, pageDefault } = limits;
  verb(noun, "list", "List webhook endpoints, the one whose oldest due delivery has waited longest first")
    .option("--organization <id>", "only this organization's", uuid)
    .option("--limit <n>", `at most ${pageMax}; default ${pageDefault}`, wholeNumber(1, pageMax))
    .addHelpText("after", help)
    .action(async (options: ListOptions) => {
      const { listEndpointBacklogs } = await import("@service/domain/deliveries");
      const backlogs = await withDeps("endpoints.backlogs", {}, async (deps) => {
        return listEndpointBacklogs(deps, await scopeOf(deps, options.organization), { limit: options.limit });
      });
      print(options, {
        answer: { endpoints: backlogs.map((backlog) => ({ ...backlog, state: stateOf(backlog) })) },
        table: { endpoints: backlogs.map(asRow) },
      });
    });
}

function stateOf({ status, isSlow }: Pick<EndpointBacklog, "status" | "isSlow">): "enabled" | "slow" | "disabled" {
  return status === "enabled" && isSlow ? "slow" : status;
}

/** What fits into a line. */
function asRow(backlog: EndpointBacklog) {
  const { endpointId, oldestDueSeconds, due, waiting, held, failuresLastHour, url } = backlog;
  return {
    endpoint_id: endpointId,
    state: stateOf(backlog),
    oldest_due_s: oldestDueSeconds === null ? null : Math.round(oldestDueSeconds),
    due,
    waiting,
    held,
    failed_1h: failuresLastHour,
    url,
  };
}
