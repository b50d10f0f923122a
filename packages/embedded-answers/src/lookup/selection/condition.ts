import type { Json, JsonObject } from "@service/json";
import type { RowFilter } from "../../book-source.ts";

/** What a row must meet to be meant. */
export interface Condition {
  readonly where: { readonly [name: string]: Json };
  readonly native?: RowFilter;
  readonly field: string;
  /** Fields that the same would tell: where the policy hides one, the rows are not compared either (ANSWER-15). */
  readonly tells?: readonly string[];
  readonly test: (fields: JsonObject) => boolean;
  readonly before?: string;
  readonly behind?: string;
}
