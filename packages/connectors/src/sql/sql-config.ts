import * as z from "zod";

function isDsn(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.hostname !== "" && url.pathname.length > 1;
}

const source = z
  .strictObject({
    /** Its file is `<name>.ndjson`. */
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,62}$/, "must be 1 to 63 lower case letters, digits and underscores, a letter first"),
    query: z.string().min(1).max(100_000),
    /** The column of the result whose greatest value the next fetch passes as `$1`. */
    watermark_column: z.string().min(1).max(63).optional(),
  })
  .superRefine(({ query, watermark_column: column }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (column !== undefined && !asksSince(query)) refuse("query", "must use $1, because watermark_column is set");
    if (column === undefined && asksSince(query)) refuse("watermark_column", "is required where the query uses $1");
  });

export const sqlSchema = z.strictObject({
  // The message must not repeat it: it holds the password.
  dsn: z.string().max(2_000).refine(isDsn, "must be postgres://user:password@host:port/database"),
  sources: z
    .array(source)
    .min(1)
    .max(50)
    .refine((sources) => new Set(sources.map(({ name }) => name)).size === sources.length, "must have different names")
    .refine(
      (sources) => new Set(sources.map(({ watermark_column: column }) => column === undefined)).size <= 1,
      "must all have a watermark_column, or none: one delivery is complete or has changes, not both",
    ),
  /** Seconds for the connection; a statement, of which one brings 2,000 rows, has `statement_timeout_s`. */
  connect_timeout_s: z.int().min(1).max(60).default(10),
  statement_timeout_s: z.int().min(1).max(3_600).default(300),
});

/** Whether a query has the parameter `$1`. */
export function asksSince(query: string): boolean {
  return /\$1(?!\d)/.test(query);
}

export type SqlConfig = z.output<typeof sqlSchema>;
export type SqlSource = SqlConfig["sources"][number];
