import { limits, refusing, wholeNumber } from "@service/contract";
import * as z from "zod";

/** The size of a page. */
export const Limit = wholeNumber(1, limits.pageMax)
  .optional()
  .meta({ description: "Elements of a page; 50 unless given.", examples: [25] });

/** The `next_cursor` of the page before. */
export const Cursor = refusing("invalid_cursor", z.string().min(1).max(8_000).optional()).meta({
  examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"],
});

/** Parameters of a list that has no other. */
export const PageQuery = z.strictObject({ limit: Limit, cursor: Cursor });

/** The page that a parsed query asks for. */
export function requestedPage({ limit, cursor }: z.output<typeof PageQuery>): {
  readonly limit: number;
  readonly cursor: string | undefined;
} {
  return { limit: limit ?? limits.pageDefault, cursor };
}
