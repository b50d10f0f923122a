import { boundEngines } from "@service/domain/access";
import { type ClientWork, workOfClients } from "@service/domain/ledger";
import { openOpportunitiesOf } from "@service/domain/opportunities";
import type { BookRead } from "@service/domain/records";
import type { BookCall } from "./book-route.ts";

/** What is to be done for a client: no part of the book, and therefore never of a summary that was computed before. */
export interface AccountWork extends ClientWork {
  readonly openOpportunities: number;
}

/** Of the ledger and the opportunities in the key's environment, as far as the viewer and the key see them. */
export async function workOfAccounts(
  { deps, caller }: BookCall,
  read: BookRead,
  clients: readonly string[],
): Promise<ReadonlyMap<string, AccountWork>> {
  const { organizationId, environmentId } = caller;
  const scope = { organizationId, environmentId, engineIds: boundEngines(caller) };
  const works = await workOfClients(deps, { ...read, environmentId }, clients);
  const open = await openOpportunitiesOf(deps, read, scope, clients);
  return new Map(
    clients.map((client) => {
      const { openTasks = 0, lastTouch } = works.get(client) ?? {};
      return [client, { openTasks, lastTouch, openOpportunities: open.get(client) ?? 0 }];
    }),
  );
}
