import * as z from "zod";

/** The revision of what is shown, as its `ETag`. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/** The condition of a change: the revision that the caller read. */
export const ConditionHeaders = z.object({
  "if-match": z
    .string()
    .optional()
    .meta({ description: "The revision that you read, in quotes.", examples: ['"7"'] }),
});
