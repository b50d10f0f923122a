import { InvalidArgumentError, type Command } from "commander";
import type { Deps } from "@service/domain";
import type { RecordedChange, VerifiedChanges } from "@service/domain/audit";
import { auditedActions } from "@service/domain/audit/actions";
import { type AuditedKind, auditedKinds } from "@service/domain/audit/kinds";
import { verbatim } from "../answer.ts";
import { changedMembers } from "../changed-members.ts";
import { instant, oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { mustExist } from "../must-exist.ts";
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
Actions: ${auditedActions.join(", ")}.

Newest first. When there are more, the answer names the next page: --before ID. The list shows the fields that differ,
svc audit show ID and --json show both sides whole.`;

const idMax = 999_999_999_999_999;

/** `svc audit`: the log of changes. */
export function addAudit(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);

  verb(noun, "list", "List changes, newest first")
    .requiredOption("--organization <id|none>", "organization; none: changes outside any organization", uuidOrNone)
    .option("--since <time>", "only changes at or after this time, RFC 3339", instant)
    .option("--action <action>", "only this action", oneOf(auditedActions))
    .option("--resource <kind[:id]>", "only this kind of resource, or this resource", resource)
    .option("--before <id>", "only changes before this one: the next page", wholeNumber(1, idMax))
    .option("--limit <n>", "at most 1000; default 50", wholeNumber(1, 1_000))
    .addHelpText("after", help)
    .action(async (options: ListOptions) => {
      const { organization, since, action, before, limit } = options;
      const { listChanges } = await import("@service/domain/audit");
      const { changes, next } = await withDeps("audit.list", {}, async (deps) => {
        if (organization !== "none") await mustExist(deps, organization);
        return listChanges(deps, {
          organizationId: organization === "none" ? null : organization,
          since,
          action,
          resource: options.resource,
          before,
          limit,
        });
      });
      print(options, {
        answer: { changes: changes.map(whole), next },
        table: { changes: changes.map(asRow) },
        ...(next === null ? {} : { notice: `for the next page: --before ${next}` }),
      });
    });

  verb(noun, "show", "Show a change whole, with its fields before and after")
    .argument("<id>", "id of the change, as svc audit list shows it", wholeNumber(1, idMax))
    .action(async (id: number, options: { json?: boolean }) => {
      const { showChange } = await import("@service/domain/audit");
      const change = await withDeps("audit.show", {}, (deps) => showChange(deps, "every", id));
      print(options, { answer: { ...whole(change), organization_id: change.organizationId }, table: asPage(change) });
    });

  verb(noun, "verify", "Walk the seals of the log and name the first change that does not fit")
    .option("--organization <id|none>", "one organization; none: changes outside any; left out: all", uuidOrNone)
    .action(async (options: { organization?: string; json?: boolean }) => {
      const { organization } = options;
      const chains = await withDeps(
        "audit.verify",
        {},
        async (deps) => {
          if (organization !== undefined && organization !== "none") await mustExist(deps, organization);
          return verifyChains(deps, organization);
        },
        "walking the seals",
      );
      print(options, { answer: { verified: chains.every(({ verified }) => verified), chains } });
      const misfit = chains.find(({ verified }) => !verified)?.misfit;
      if (misfit) throw new Error(misfit);
    });
}

/** The chains that are asked for, one after the other, up to the first that does not fit. */
async function verifyChains(deps: Pick<Deps, "db">, organization: string | undefined) {
  const { listSealedChains, verifyChanges } = await import("@service/domain/audit");
  const chains =
    organization === undefined ? await listSealedChains(deps) : [organization === "none" ? null : organization];
  const rows: (VerifiedChanges & { readonly organization: string })[] = [];
  for (const chain of chains) {
    const found = await verifyChanges(deps, chain);
    rows.push({ organization: chain ?? "none", ...found });
    if (!found.verified) break;
  }
  return rows;
}

/** A change as `--json` shows it. */
function whole({ before, after, organizationId: _of, ...change }: RecordedChange) {
  return { ...change, before: verbatim(before), after: verbatim(after) };
}

/** What fits into a line. */
function asRow(change: RecordedChange) {
  const { id, recordedAt, principalKind, principalId, action, resourceKind, resourceId, environment } = change;
  return {
    id,
    recorded_at: recordedAt,
    by: `${principalKind} ${principalId}`,
    action,
    resource: `${resourceKind}:${resourceId}`,
    environment,
    ...changedMembers(change.before, change.after),
  };
}

/** Every field on a line of its own, both sides whole. */
function asPage(change: RecordedChange) {
  const { before: _before, after: _after, ...row } = asRow(change);
  return {
    ...row,
    organization: change.organizationId,
    ...linesOf("before", change.before),
    ...linesOf("after", change.after),
  };
}

function linesOf(side: string, value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { [side]: JSON.stringify(value) };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`${side} ${name}`, JSON.stringify(member)]));
}

function uuidOrNone(text: string): string {
  return text === "none" ? text : uuid(text);
}

/** Reads a kind, or a kind and an id. @throws InvalidArgumentError, which ends the command as wrong usage. */
function resource(text: string): { kind: AuditedKind; id?: string } {
  const [name, ...rest] = text.split(":");
  const kind = auditedKinds.find((each) => each === name);
  if (kind === undefined) throw new InvalidArgumentError(`The kind must be one of ${auditedKinds.join(", ")}.`);
  return rest.length === 0 ? { kind } : { kind, id: rest.join(":") };
}
