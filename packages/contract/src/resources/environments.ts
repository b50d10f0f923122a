import * as z from "zod";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { nulRefusal, Timestamp } from "./shapes.ts";

export const environmentSlugPattern = /^[a-z0-9_]{1,16}$/;
/** ENV-3. `live` exists from the start and cannot be created. */
export const reservedEnvironmentSlugs = ["live", "test", "internal", "admin", "api", "nexio", "draft", "all"] as const;

export const EnvironmentParams = z.object({ slug: z.string().min(1).meta({ example: "staging" }) });

export const Environment = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ examples: ["staging"] }),
    name: z.string().meta({ examples: ["Staging"] }),
    kind: z.enum(["live", "sandbox"]),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: "Environment",
    example: {
      id: "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c",
      slug: "staging",
      name: "Staging",
      kind: "sandbox",
      created_at: "2026-11-21T09:00:00.000Z",
      updated_at: "2026-11-21T09:00:00.000Z",
    },
  });

export const EnvironmentList = z.object({ environments: z.array(Environment) }).meta({ id: "EnvironmentList" });

const name = refusing(
  "environment_name_invalid",
  z
    .string()
    .refine(
      (value) => value.trim().length > 0 && Buffer.byteLength(value, "utf8") <= limits.environmentNameBytes,
      "must have 1 to 64 bytes of UTF-8 and not only spaces",
    )
    .refine((value) => !value.includes("\u0000"), nulRefusal),
);

/** `name` defaults to the slug. */
export const CreateEnvironmentRequest = z
  .strictObject({
    slug: refusing(
      "environment_slug_invalid",
      z.string().regex(environmentSlugPattern, "must be 1 to 16 lowercase letters, digits or underscores"),
    ).meta({ examples: ["staging"] }),
    name: name.optional().meta({ examples: ["Staging"] }),
  })
  .meta({ id: "CreateEnvironmentRequest", example: { slug: "staging", name: "Staging" } });

export const UpdateEnvironmentRequest = z
  .strictObject({ name: name.meta({ examples: ["Staging EU"] }) })
  .meta({ id: "UpdateEnvironmentRequest", example: { name: "Staging EU" } });
