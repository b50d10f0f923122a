import { Timestamp } from "@service/contract";
import { hidesText } from "@service/domain/ledger";
import type { BookView } from "@service/domain/seats";
import * as z from "zod";
import type { ReadScope } from "../envelope.ts";

/** The ledger is not a copy of anything: both times of `serving` are the zero timestamp (LEDGER-23). */
const zeroTime = "0001-01-01T00:00:00Z";
const ZeroTime = Timestamp.meta({ examples: [zeroTime], description: "Always the zero timestamp." });

export const LedgerServing = z
  .object({
    binding_id: z.uuid().meta({ description: "The connection." }),
    as_of: ZeroTime,
    source: z.object({ fetched_at: ZeroTime }),
  })
  .meta({ id: "LedgerServing" });

export function ledgerServing(connectionId: string): z.input<typeof LedgerServing> {
  return { binding_id: connectionId, as_of: zeroTime, source: { fetched_at: zeroTime } };
}

export const ActionSeq = z.int().meta({ description: "The latest seq of the organization's ledger.", examples: [118] });

/** The rights that an answer of the ledger was made with; `texts` are the fields of its rows that hold what people wrote. */
export function ledgerScope(
  viewer: BookView,
  { list, texts, unseen }: { readonly list: string; readonly texts: readonly string[]; readonly unseen: number },
): z.input<typeof ReadScope> {
  return {
    posture: viewer.posture,
    ...(viewer.seatKey !== null && { seat_key: viewer.seatKey }),
    scope: viewer.scope,
    ...(viewer.lens !== null && { lens: viewer.lens }),
    enforced: viewer.enforced,
    ...(viewer.posture === "shadow" && { would_hide: unseen }),
    field_policy: viewer.policy.policy_key,
    masked_fields: texts.filter((field) => hidesText(viewer.policy, field)).map((field) => `${list}.${field}`),
  };
}
