import type { Client } from "./client.ts";
import type { Entry } from "./rank.ts";
import { lineName } from "./wording.ts";

/** ` for cyber`: the line of a single program, where the client has several needs. */
export function forLine(entry: Pick<Entry, "parts">, { needs }: Pick<Client, "needs">): string {
  const [only, ...others] = entry.parts;
  if (only === undefined || others.length > 0 || needs.length < 2) return "";
  return ` for ${lineName(only.placement.need.line)}`;
}
