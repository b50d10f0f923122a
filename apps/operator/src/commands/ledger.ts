import type { Command } from "commander";
import { print, uuid, verb } from "../command.ts";
import type { Session } from "../session.ts";

interface OfOrganization {
  readonly organization: string;
  readonly json?: boolean;
}

const help = `
The action ledger holds what people and agents did about the book, as commands in one order per organization. Each
carries a hash that follows from the one before it; tasks, workflows, notes and flags are made of the commands.

  verify    walks the whole chain: gaps, hashes, payloads, head. Exit status 1 when something is wrong
  rebuild   makes tasks, workflows, notes and flags anew from the commands, compares, and puts right what differs.
            Appends wait while it compares`;

/** `svc ledger`: the chain of an organization's commands, and what is made of them. */
export function addLedger(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  const organization = ["--organization <id>", "organization", uuid] as const;

  verb(noun, "verify", "Walk the chain of an organization's commands")
    .requiredOption(...organization)
    .addHelpText("after", help)
    .action(async (options: OfOrganization) => {
      const { verifyLedger } = await import("@service/domain/ledger");
      const verified = await withDeps(
        "ledger.verify",
        {},
        (deps) => verifyLedger(deps, options.organization),
        "walking the chain",
      );
      print(options, { answer: { ...verified } });
      if (!verified.verified) throw new Error("the ledger is not what was appended");
    });

  verb(noun, "rebuild", "Make tasks, workflows, notes and flags anew from the commands")
    .requiredOption(...organization)
    .addHelpText("after", help)
    .action(async (options: OfOrganization) => {
      const { rebuildLedger } = await import("@service/domain/ledger");
      const rebuilt = await withDeps(
        "ledger.rebuild",
        {},
        (deps, operator) => rebuildLedger(deps, operator, options.organization),
        "replaying the commands",
      );
      print(options, { answer: { ...rebuilt } });
    });
}
