import * as z from "zod";

/** Parts of the schemas of the console's routes. */

/** Bytes of a body that people fill in. */
export const sentBytes = 16 * 1024;
export const Id = z.uuid();
/** RFC 3339. */
export const Moment = z.string();
/** One line that a person types. */
export const Text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !text.includes("\u0000"), "must not contain U+0000");
/** A slug as sent: what it names is looked up. */
export const Slug = z
  .string()
  .max(128)
  .refine((text) => !text.includes("\u0000"), "must not contain U+0000");
/** Passwords, codes and tokens: kept as typed. */
export const SecretText = z.string().min(1).max(512);
export const noBody = { schema: z.strictObject({}), limitBytes: sentBytes, optional: true } as const;

/** How the console looks for a person. */
export const Preferences = z.strictObject({
  scheme: z.enum(["light", "dark", "auto"]).optional(),
  /** `local`, `UTC`, or a name of the IANA database. */
  zone: z.string().max(64).optional(),
  /** Whether single keys act. */
  keys: z.boolean().optional(),
  page_size: z.union([z.literal(25), z.literal(50), z.literal(100)]).optional(),
});

/** Parameters of a path in an environment. */
export const PlaceParams = z.object({ organization_id: z.string(), environment: z.string() });
export const OrganizationParams = z.object({ organization_id: z.string() });
