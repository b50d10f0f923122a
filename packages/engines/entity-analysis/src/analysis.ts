import type { ResponseType } from "./output.ts";
import type { Rules } from "./rules.ts";

/** A release of an entity_analysis engine, compiled. */
export type Analysis = {
  readonly rules: Rules;
  readonly labels: ReadonlyMap<string, string>;
  readonly responseType: ResponseType;
  readonly pack: { readonly key: string; readonly version: number; readonly sha256: string };
};
