import {
  fail,
  ForeignEvent,
  ForeignEventForm,
  IngestHeaders,
  IngestParams,
  IngestResult,
  limits,
  NativeEvent,
  ServiceError,
} from "@service/contract";
import type { Deps } from "@service/domain";
import {
  ingestDelivery,
  readSource,
  cachedSource,
  type SourceForDelivery,
  type SourceDeps,
} from "@service/domain/inbound";
import { addressGroup, type CallContext } from "@service/http";
import * as z from "zod";
import { route, type RouteSettings } from "../../http/route.ts";

export const ingestEvent = route({
  id: "ingest.event",
  method: "POST",
  path: "/api/v1/events/ingest/{source_key}",
  summary: "Post an event to a source",
  description:
    "Takes an event into the organization's log. `native` sources sign by Standard Webhooks (`webhook-id`, " +
    "`webhook-timestamp`, `webhook-signature`) and send `{type, data, occurred_at?}`; `repo_host` sources sign with " +
    "`X-Hub-Signature-256`; `ams_ons` sources send a shared code, by default in `X-Service-Source-Code`. Every outcome is " +
    "`200`, `rejected` too: do not send it again, the outcome would be the same. A delivery id is recorded once; a repeat " +
    "of the same body returns the stored outcome.",
  params: IngestParams,
  headers: IngestHeaders,
  rawBody: {
    contents: {
      "application/json": z.union([NativeEvent, ForeignEvent]),
      "application/x-www-form-urlencoded": ForeignEventForm,
    },
    limitBytes: limits.ingestBodyBytes,
    tooLarge: "body_too_large",
  },
  responses: { 200: IngestResult },
  errors: ["source_not_found"],
  async handle({ deps, settings, incoming, params, reply, time }) {
    const source = await admit(deps, settings, incoming, params.source_key);
    try {
      // Read up to a megabyte only after source and budgets are checked.
      const body = await incoming.readBody();
      if (time.signal.aborted) throw time.signal.reason;
      const result = await ingestDelivery(deps, source, { headers: incoming.headers, query: incoming.query, body });
      settings.count("inboundEvents", { kind: source.kind, outcome: result.outcome });
      return reply(200, result);
    } catch (error) {
      const outcome = error instanceof ServiceError ? error.code : "failed";
      settings.count("inboundEvents", { kind: source.kind, outcome });
      throw error;
    }
  },
});

/**
 * Spends the budget of the address, reads the source and spends its budget, in this order (IN-10). With a cached source
 * both budgets share one round trip: a refused first bucket takes nothing from the second.
 * @throws `rate_limited`, `source_not_found`.
 */
async function admit(
  deps: Pick<Deps, "queue" | "clock" | "secrets"> & SourceDeps,
  settings: RouteSettings,
  incoming: CallContext["incoming"],
  sourceKey: string,
): Promise<SourceForDelivery> {
  const refused = ({ kind }: SourceForDelivery): void =>
    settings.count("inboundEvents", { kind, outcome: "rate_limited" });
  const ofAddress = bucket(`ingest:address:${addressGroup(incoming.address())}`, settings.ingestPerAddressPerMinute);
  const cached = cachedSource(deps, sourceKey);
  if (cached) {
    await spend(deps, [ofAddress, ofSource(cached, settings)], () => refused(cached));
    return cached;
  }
  await spend(deps, [ofAddress]);
  const source = await readSource(deps, sourceKey);
  if (!source) throw fail("source_not_found");
  await spend(deps, [ofSource(source, settings)], () => refused(source));
  return source;
}

function ofSource(source: SourceForDelivery, settings: RouteSettings) {
  return bucket(`ingest:source:${source.id}`, settings.ingestPerSourcePerMinute);
}

/** The burst is a whole minute's budget: senders report events in batches. */
function bucket(key: string, perMinute: number) {
  return { key, perMinute, burst: perMinute, cost: 1 };
}

async function spend(
  deps: Pick<Deps, "queue">,
  buckets: readonly ReturnType<typeof bucket>[],
  onRefusal: () => void = () => undefined,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await deps.queue.budgets.spend([...buckets]);
  if (allowed.every(Boolean)) return;
  onRefusal();
  throw fail("rate_limited", { retryAfterSeconds });
}
