import { Timestamp } from "@service/contract";
import { type BookView, seatScopes } from "@service/domain/seats";
import { freshnessOf, maskedAttributes, maskedFields, type ServedBook } from "@service/domain/records";
import type { FamilyName } from "@service/record-families";
import * as z from "zod";

const Lens = z.string().meta({ examples: ["principal:pat.moreno"] });

/** Whose rights an answer has (REC-47). */
export const ReadScope = z
  .object({
    posture: z.enum(["off", "shadow", "lit"]),
    seat_key: z
      .string()
      .optional()
      .meta({ examples: ["seat-7"] }),
    scope: z.enum(seatScopes),
    lens: Lens.optional(),
    enforced: z.boolean().meta({ description: "Rows and values are withheld." }),
    would_hide: z.int().optional().meta({ description: "Under shadow: rows of this answer that lit would withhold." }),
    field_policy: z.string().meta({ examples: ["full"] }),
    masked_fields: z
      .array(z.string().meta({ examples: ["accounts.fein"] }))
      .meta({ description: "`family.field` of what the policy denies or masks in the families of this answer." }),
  })
  .meta({ id: "RecordsScope" });

export const Serving = z
  .object({
    binding_id: z.uuid().meta({ description: "The connection." }),
    name: z.string().meta({ examples: ["Agency system"] }),
    source_kind: z.enum(["import", "file_drop", "http_json", "sql"]),
    as_of: Timestamp.nullable().meta({ description: "When the rows were true." }),
    snapshot_seq: z.int().meta({ description: "The snapshot that was read; 0: nothing was imported yet." }),
    freshness: z.enum(["fresh", "aging", "stale", "unknown"]),
    source: z.object({ fetched_at: Timestamp.nullable() }),
  })
  .meta({ id: "RecordsServing" });

/** Appended to what a read answers. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({
    duration_ms: z.int(),
    data,
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "On lists; null at the end.", examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
    count: z
      .object({ value: z.int(), is_exact: z.boolean() })
      .optional()
      .meta({ description: "With `include_count=true`; exact up to 10,000." }),
    computed_at: Timestamp,
    serving: Serving,
    scope: ReadScope,
  });
}

/** The snapshot that an answer shows. */
export function servingOf(book: ServedBook, now: Date): z.input<typeof Serving> {
  return {
    binding_id: book.connectionId,
    name: book.name,
    source_kind: book.kind,
    as_of: book.asOf?.toISOString() ?? null,
    snapshot_seq: book.seq,
    freshness: freshnessOf(book, now),
    source: { fetched_at: book.fetchedAt?.toISOString() ?? null },
  };
}

/** The rights that an answer was made with. */
export function scopeOf(
  viewer: BookView,
  {
    book,
    families,
    hidden,
  }: {
    readonly book: ServedBook;
    readonly families: readonly FamilyName[];
    readonly hidden: ReadonlyMap<string, number>;
  },
): z.input<typeof ReadScope> {
  return {
    posture: viewer.posture,
    ...(viewer.seatKey !== null && { seat_key: viewer.seatKey }),
    scope: viewer.scope,
    ...(viewer.lens !== null && { lens: viewer.lens }),
    enforced: viewer.enforced,
    ...(viewer.posture === "shadow" && { would_hide: [...hidden.values()].reduce((sum, count) => sum + count, 0) }),
    field_policy: viewer.policy.policy_key,
    masked_fields: [
      ...maskedFields(viewer.policy, families),
      ...maskedAttributes(viewer.policy, families, book.attributeClasses),
    ],
  };
}
