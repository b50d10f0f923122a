import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";

/**
 * A row of a family, made of a row of a file (IMP-30). `client`, `policy` and every field that refers to another row hold
 * the source's ids: the import makes keys of them.
 */
export type MappedRow =
  | {
      readonly kind: "row";
      readonly family: FamilyName;
      readonly sourceId: string;
      readonly client?: string;
      readonly policy?: string;
      /** RFC 3339. */
      readonly updatedAt?: string;
      readonly fields: JsonObject;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: "delete"; readonly family: FamilyName; readonly sourceId: string }
  | {
      readonly kind: "quarantined";
      readonly family: FamilyName;
      readonly sourceId?: string;
      /** What the row says it belongs to: a row of an erased client is not kept in quarantine either. */
      readonly client?: string;
      readonly policy?: string;
      readonly reasons: readonly Reason[];
    };

/** What was noticed about a value of a row that is kept (IMP-41). */
export interface Finding {
  readonly field: string;
  /**
   * `dropped`: the value is not in the row. `unmapped`: a code that nothing translates; it is `other` or not in the row.
   * `out_of_range`: the value is in the row, and cannot be right.
   */
  readonly code: "dropped" | "unmapped" | "out_of_range";
  /** The end of a sentence that begins with the field's name. */
  readonly message: string;
  /** As it came, cut; absent where the field has a class. */
  readonly value?: string;
}

/** Why a row cannot be kept; `field` is absent where it is about the row. */
export interface Reason {
  readonly field?: string;
  /** The end of a sentence that begins with the field's name, or with "the row". */
  readonly message: string;
}
