import { InvalidArgumentError, type Command } from "commander";
import { type AuditedKind, auditedKinds } from "@service/domain/audit/kinds";
import { verbatim } from "../answer.ts";
import { instant, notEmpty, print, uuid, verb, wholeNumber } from "../command.ts";
import type { Session } from "../session.ts";

interface ListOptions {
  readonly organization: string;
  readonly since?: Date;
  readonly action?: string;
  readonly resource?: { readonly kind: AuditedKind; readonly id?: string };
  readonly before?: number;
  readonly limit?: number;
  readonly json?: boolean;
}

const help = `
Shows who changed configuration, keys, rights and results, with the fields before and after. It never contains secrets.
For runs and deliveries use svc run show and svc delivery list.

Kinds of resources: ${auditedKinds.join(", ")}.
Actions: docs/generated/access.md lists them.

Newest first. When there are more, the answer names the next page: --before ID.`;

/** `svc audit`: the log of changes. */
export function addAudit(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);

  verb(noun, "list", "List changes, newest first")
    .requiredOption("--organization <id|none>", "organization; none: changes outside any organization", uuidOrNone)
    .option("--since <time>", "only changes at or after this time, RFC 3339", instant)
    .option("--action <action>", "only this action", notEmpty)
    .option("--resource <kind[:id]>", "only this kind of resource, or this resource", resource)
    .option("--before <id>", "only changes before this one: the next page", wholeNumber(1, 999_999_999_999_999))
    .option("--limit <n>", "at most 1000; default 50", wholeNumber(1, 1_000))
    .addHelpText("after", help)
    .action(async (options: ListOptions) => {
      const { organization, since, action, before, limit } = options;
      const { listChanges } = await import("@service/domain/audit");
      const { changes, next } = await withDeps("audit.list", {}, (deps) =>
        listChanges(deps, {
          organizationId: organization === "none" ? null : organization,
          since,
          action,
          resource: options.resource,
          before,
          limit,
        }),
      );
      const shown = changes.map(({ before: was, after: is, organizationId: _of, ...change }) => ({
        ...change,
        before: verbatim(was),
        after: verbatim(is),
      }));
      print(options, {
        answer: { changes: shown, ...(options.json === true ? { next } : {}) },
        ...(next === null ? {} : { notice: `for the next page: --before ${next}` }),
      });
    });
}

function uuidOrNone(text: string): string {
  return text === "none" ? text : uuid(text);
}

/** Reads a kind, or a kind and an id. @throws InvalidArgumentError, which ends the command as wrong usage. */
function resource(text: string): { kind: AuditedKind; id?: string } {
  const [name, ...rest] = text.split(":");
  const kind = auditedKinds.find((known) => known === name);
  if (kind === undefined) throw new InvalidArgumentError(`The kind must be one of ${auditedKinds.join(", ")}.`);
  return rest.length === 0 ? { kind } : { kind, id: rest.join(":") };
}
