import { isAbsolute } from "node:path";
import * as z from "zod";

function absolutePath() {
  return z
    .string()
    .min(1)
    .max(1_000)
    .refine((path) => isAbsolute(path) && !path.includes("\0"), "must be an absolute path");
}

export const fileDropSchema = z.strictObject({
  folder: absolutePath(),
  /** Whether the exporting system writes a `manifest.json` last. */
  manifest: z.boolean().default(true),
  /** Without a manifest: how long nothing may have changed. With one: how long its files may be late. */
  settle_minutes: z
    .int()
    .min(1)
    .max(24 * 60)
    .default(10),
  /** Files of clients and carriers that come with the rows (DOC-8); without a manifest their names are their titles. */
  documents: z.strictObject({ folder: absolutePath(), manifest: absolutePath().optional() }).optional(),
});

export type FileDropConfig = z.output<typeof fileDropSchema>;
