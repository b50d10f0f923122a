import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { designatedEngine } from "../../engines/engines/index.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { builtInDerivations } from "./built-in/index.ts";
import { type Derivation, listDerivations } from "./list-derivations.ts";
import { registerDerivations } from "./register-derivations.ts";

const makeDue = statement(
  "derivations_make_due",
  `update derivations set due_at = now(), retry_at = null where organization_id = $1 and key = $2 and performed_by is null
   returning key`,
);

/** The derivations of an organization, registered where they are not yet. @throws `not_found` */
export async function listDerivationsForOperator(
  deps: Pick<Deps, "db" | "clock">,
  organizationId: string,
): Promise<readonly Derivation[]> {
  await showOrganization(deps, organizationId);
  await registerDerivations(deps, { now: deps.clock.now(), organizationId });
  return listDerivations(deps, { organizationId });
}

/**
 * Makes a derivation due now: the next worker that looks computes it, for every client.
 * @throws `not_found`; `invalid_request` for one that is performed elsewhere, and one that asks an engine when none is
 *   designated (DERIV-12).
 */
export async function runDerivation(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor,
  { organizationId, key }: { readonly organizationId: string; readonly key: string },
): Promise<Derivation> {
  const declared = (await listDerivationsForOperator(deps, organizationId)).find((one) => one.key === key);
  if (declared === undefined) throw fail("not_found", { message: "The organization has no derivation with this key." });
  if (declared.performedBy !== null)
    throw fail("invalid_request", {
      message: `${key} is performed elsewhere (${declared.performedBy}) and cannot be run by itself.`,
    });
  const work = builtInDerivations.find((one) => one.key === key)?.work;
  if (
    work?.kind === "own" &&
    work.purpose !== undefined &&
    (await designatedEngine(deps, { organizationId }, work.purpose)) === undefined
  )
    throw fail("invalid_request", {
      message: `${key} needs an engine: svc engine set SLUG --organization ID --designate ${work.purpose}.`,
    });
  await deps.db.inTransaction(async (tx) => {
    await tx.query(makeDue([organizationId, key]));
    await recordChange(tx, actor, {
      action: "derivations.run",
      kind: "derivation",
      id: key,
      organizationId,
      before: null,
      after: { due: true },
    });
  });
  const [derivation = declared] = await listDerivations(deps, { organizationId }, key);
  return derivation;
}
