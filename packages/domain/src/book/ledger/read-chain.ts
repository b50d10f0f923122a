import { type Querying, statement } from "@service/db";

/** Commands of an organization behind a seq, in order. */
const readChain = statement(
  "ledger_read_chain",
  `select c.seq, c.command_id as "commandId", c.environment_id as "environmentId", c.connection_id as "connectionId",
     c.type, c.entity_kind as "entityKind", c.entity_key as "entityKey", c.entity, c.client_key as "clientKey",
     c.policy_key as "policyKey", c.is_open as "isOpen", c.payload, c.payload_sha256 as "payloadSha256",
     c.actor_principal as "actorPrincipal", c.actor_type as "actorType", c.recorded_at as "recordedAt", c.hash
   from ledger_commands c where c.organization_id = $1 and c.seq > $2 and c.seq <= $3 order by c.seq limit $4`,
);

const pageRows = 2_000;

export type ChainRow = ReturnType<typeof readChain> extends { readonly row?: infer Row } ? NonNullable<Row> : never;

/** The commands behind `after` up to `upTo`, in order, a page at a time. */
export async function* commandsBehind(
  db: Querying,
  organizationId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<readonly ChainRow[]> {
  let last = after;
  while (last < upTo) {
    const { rows } = await db.query(readChain([organizationId, last, upTo, pageRows]));
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end.seq;
  }
}
