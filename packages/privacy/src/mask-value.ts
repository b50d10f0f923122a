import type { Json } from "@service/json";
import type { FieldPolicy } from "./field-policy.ts";

/** How a masked value is shown (PRIV-22). */
export type Mask = FieldPolicy["masks"][string];

const shownChars = 4;

/**
 * A value as a reader with a mask on its field sees it (PRIV-22):
 * - `last4`: `*` for all but the last four characters; a string of four or fewer is shown whole.
 * - `year`: the year of a date or time, `YYYY`.
 * - `initials`: the first letters of the words, `J.D.`.
 * - `domain`: the part of an address behind its last `@`, `@example.com`.
 * - `null`: nothing.
 *
 * What a mask cannot show in part (a number, a list, an address without `@`) is null.
 */
export function maskValue(mask: Mask, value: Json): Json {
  if (typeof value !== "string") return null;
  switch (mask) {
    case "last4": {
      const chars = [...value];
      const hidden = Math.max(0, chars.length - shownChars);
      return "*".repeat(hidden) + chars.slice(hidden).join("");
    }
    case "year":
      return /^\d{4}(?=-)/.exec(value)?.[0] ?? null;
    case "initials": {
      const initials = value.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
      return initials.length === 0 ? null : initials.map((word) => `${[...word][0]?.toUpperCase() ?? ""}.`).join("");
    }
    case "domain": {
      const at = value.lastIndexOf("@");
      return at === -1 || at === value.length - 1 ? null : value.slice(at).toLowerCase();
    }
    case "null":
      return null;
  }
}
