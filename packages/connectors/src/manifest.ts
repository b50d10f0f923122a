import { readFile } from "node:fs/promises";
import { type ConfigIssue, isInstant, parseIssues, parseJson } from "@service/json";
import * as z from "zod";
import { lasting } from "./fetch.ts";

/** What a sender says of a delivery, in a file of this name beside the others. */
export const manifestName = "manifest.json";
const manifestBytesMax = 4 * 1024 * 1024;

/** A path below the folder: no `..`, no empty step, nothing that another system reads as a separator. */
const path = z
  .string()
  .min(1)
  .max(1_000)
  .refine(
    (text) =>
      !/[\\\p{Cc}]/u.test(text) && text.split("/").every((step) => step !== "" && step !== "." && step !== ".."),
    "must be a path below the folder, with / and without ..",
  );

const schema = z.strictObject({
  schema_version: z.literal(1),
  as_of: z.string().refine(isInstant, "must be an RFC 3339 timestamp with its offset").optional(),
  /** Absent: full. */
  mode: z.enum(["full", "delta"]).optional(),
  /** Families; absent where the delivery has every row of all that it has rows of. */
  complete: z.array(z.string().min(1).max(64)).max(100).optional(),
  files: z
    .array(
      z.strictObject({
        path,
        rows: z.int().min(0).optional(),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
          .transform((text) => text.toLowerCase())
          .optional(),
      }),
    )
    .min(1)
    .max(1_000)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, "must name each file once"),
});

type Manifest = z.output<typeof schema>;

export type ReadManifest =
  | { readonly kind: "manifest"; readonly manifest: Manifest; readonly text: string }
  /** Perhaps it is still being written. */
  | { readonly kind: "not_json"; readonly text: string }
  | { readonly kind: "refused"; readonly issues: readonly ConfigIssue[] };

/**
 * Reads a manifest (IMP-210). Its paths stay below its folder by what they say; where links lead, `fileBelow` checks.
 * @throws ConnectorError for a file that is too large; what the file system says.
 */
export async function readManifest(file: { readonly path: string; readonly bytes: number }): Promise<ReadManifest> {
  if (file.bytes > manifestBytesMax) throw lasting(`${manifestName} is larger than ${manifestBytesMax} bytes.`);
  const text = await readFile(file.path, "utf8");
  let json;
  try {
    json = parseJson(text);
  } catch {
    return { kind: "not_json", text };
  }
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { kind: "manifest", manifest: parsed.data, text }
    : { kind: "refused", issues: parseIssues(parsed.error) };
}
