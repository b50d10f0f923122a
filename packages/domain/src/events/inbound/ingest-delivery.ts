import { fail, type IngestResult } from "@service/contract";
import type { Deps } from "../../deps.ts";
import { authenticateDelivery, type AuthenticDelivery, type IncomingDelivery } from "./authenticate-delivery.ts";
import { readSource, type SourceDeps } from "./find-source.ts";
import { readDelivery } from "./read-delivery.ts";
import { recordDelivery, type RecorderDeps } from "./record-deliveries.ts";
import { sourceNotFound, type SourceForDelivery } from "./source.ts";

/**
 * Takes a delivery to a source: authenticates its raw bytes, reads it, records it and appends its event to the
 * organization's log, once, however often and concurrently it arrives (IN-23, IN-25). A delivery that can never be
 * accepted is answered with an outcome, so that senders do not retry; only our own faults are errors.
 *
 * @param source the cached source; read again before a delivery is refused: a new secret works immediately.
 * @throws `unauthorized`, with one message for every cause; `source_not_found` when the source was disabled meanwhile.
 */
export async function ingestDelivery(
  deps: Pick<Deps, "clock" | "secrets"> & SourceDeps & RecorderDeps,
  source: SourceForDelivery,
  incoming: IncomingDelivery,
): Promise<IngestResult> {
  const { source: authenticSource, delivery } = await authenticated(deps, source, incoming);
  return recordDelivery(deps, authenticSource, delivery.bodyHash, readDelivery(authenticSource, delivery));
}

async function authenticated(
  deps: Pick<Deps, "clock" | "secrets"> & SourceDeps,
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
