import type { JsonObject } from "@service/json";
import type { SourceKind } from "../answer.ts";

/** A passage that retrieval has found, as far as the caller may see it. */
export interface Passage {
  readonly kind: SourceKind;
  readonly ref: JsonObject;
  readonly title: string;
  readonly locator: string | null;
  readonly text: string;
}
