import { fail } from "@service/contract";
import * as z from "zod";
import { type BookRead, readBook, type ServedBook, SqlText } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import { type OpportunityDeps, opportunityColumns, type OpportunityRow } from "./opportunity.ts";
import { type Projection, readProjection } from "./read-projection.ts";
import type { OpportunityScope } from "./opportunity-filters.ts";
import { isShown } from "./select-opportunities.ts";

const idForm = z.guid();

export interface FoundOpportunity {
  readonly book: ServedBook;
  readonly row: OpportunityRow;
  readonly projection: Projection | null;
}

/**
 * One opportunity as it stands.
 * @throws `opportunity_not_found`, also for one that the viewer may not see; what `readBook` refuses.
 */
export async function readOpportunity(
  deps: OpportunityDeps,
  { viewer, signal }: { readonly viewer: BookView; readonly signal: AbortSignal },
  request: {
    readonly scope: OpportunityScope;
    readonly opportunityId: string;
    readonly connectionId: string | undefined;
  },
): Promise<FoundOpportunity> {
  const { scope, opportunityId, connectionId } = request;
  const { book, result } = await readBook(deps, { viewer, signal, connectionId }, async (read) => ({
    row: await findOpportunity(deps, read, scope, opportunityId),
    projection: await readProjection(deps, scope),
  }));
  return { book, ...result };
}

async function findOpportunity(
  deps: OpportunityDeps,
  read: BookRead,
  { organizationId, environmentId, engineIds }: OpportunityScope,
  opportunityId: string,
): Promise<OpportunityRow> {
  // Never let another form reach a cast to uuid.
  if (!idForm.safeParse(opportunityId).success) throw fail("opportunity_not_found");
  const values = new SqlText();
  const text = `
    select ${opportunityColumns}, ${isShown(values, read)} as "isSeen"
    from opportunities o
    where o.organization_id = ${values.value(organizationId, "uuid")}
      and o.environment_id = ${values.value(environmentId, "uuid")}
      and o.engine_id = any(${values.value(engineIds, "uuid[]")})
      and o.connection_id = ${values.value(read.connectionId, "uuid")}
      and o.opportunity_id = ${values.value(opportunityId, "uuid")}`;
  const [row] = await deps.book.query<OpportunityRow>({ text, values }, read.signal);
  if (row === undefined || (read.viewer.enforced && !row.isSeen)) throw fail("opportunity_not_found");
  return row;
}
