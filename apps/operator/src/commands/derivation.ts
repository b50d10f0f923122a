import type { Command } from "commander";
import type { Derivation } from "@service/domain/derivations";
import { print, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

const help = `
A derivation is computed from the book again and again: after imports, by schedule, or when it is asked for. Workers
compute what is due; the executions are in GET /api/v1/graph/derivations/{key}. One that says performed_by belongs to
another part of the service and cannot be run by itself.`;

/** `svc derivation`: what is computed from the book. */
export function addDerivation(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "list", "List the derivations of an organization with their last run")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { organization: string; json?: boolean }) => {
      const { listDerivationsForOperator } = await import("@service/domain/derivations");
      const derivations = await withDeps("derivations.list", {}, (deps) =>
        listDerivationsForOperator(deps, options.organization),
      );
      print(options, { answer: { derivations: derivations.map(shown) } });
    });

  verb(noun, "run <key>", "Compute a derivation now: the next worker that looks takes it")
    .requiredOption("--organization <id>", "organization", uuid)
    .addHelpText("after", help)
    .action(async (key: string, options: { organization: string; json?: boolean }) => {
      const { runDerivation } = await import("@service/domain/derivations");
      const derivation = await withDeps("derivations.run", {}, (deps, operator) =>
        runDerivation(deps, operator, { organizationId: options.organization, key }),
      );
      print(options, { answer: shown(derivation) });
    });
}

function shown({ key, state, mode, schedule, isAfterSync, performedBy, dueAt, lastRun }: Derivation) {
  return {
    key,
    state,
    mode,
    afterSync: isAfterSync,
    schedule,
    performedBy,
    dueAt,
    lastStatus: lastRun?.status ?? null,
    lastRows: lastRun?.rows ?? null,
    lastFinishedAt: lastRun?.finishedAt ?? null,
  };
}
