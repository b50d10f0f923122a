import { fail, type IngestResult } from "@service/contract";
import type { Deps } from "../deps.ts";
import { authenticateDelivery, type AuthenticDelivery, type IncomingDelivery } from "./authenticate-delivery.ts";
import { readSource } from "./find-source.ts";
import { readDelivery } from "./read-delivery.ts";
import { recordDelivery } from "./record-deliveries.ts";
import { sourceNotFound, type SourceForDelivery } from "./source.ts";

/**
 * Takes a delivery to a source: authenticates its raw bytes, reads it, records it and appends its event to the
 * organization's log, once however often and however simultaneously it arrives (section 6.3; webhooks.md 5.12). What can
 * never pass is answered as an outcome, so that senders do not try it again; only faults of ours are errors.
 *
 * @param source as it was remembered; read again before a delivery is refused, so that a new secret counts at once.
 * @throws `unauthorized`, with one text for every cause; `source_not_found` when the source was disabled meanwhile.
 */
export async function ingestDelivery(
  deps: Deps,
  source: SourceForDelivery,
  incoming: IncomingDelivery,
): Promise<IngestResult> {
  const { source: believed, delivery } = await authenticated(deps, source, incoming);
  return recordDelivery(deps.db, believed, delivery.bodyHash, readDelivery(believed, delivery));
}

async function authenticated(
  deps: Deps,
  source: SourceForDelivery,
  incoming: IncomingDelivery,
): Promise<{ readonly source: SourceForDelivery; readonly delivery: AuthenticDelivery }> {
  const delivery = authenticateDelivery(source, incoming, deps.clock.nowMs());
  if (delivery) return { source, delivery };
  const current = await readSource(deps, source.sourceKey);
  if (!current) throw sourceNotFound();
  const second = authenticateDelivery(current, incoming, deps.clock.nowMs());
  if (!second) throw fail("unauthorized", { message: "The signature or code of the delivery is missing or wrong." });
  return { source: current, delivery: second };
}
