import { parseIssues, parseJson } from "@service/json";
import { modelProviderNames, modelSurfaces } from "@service/models";
import { fail, issueMessage } from "@service/contract";
import * as z from "zod";
import { invalidFile } from "../../identity/operators/index.ts";
import { defaultAlias, embeddedAlias } from "./embedded-model.ts";

const reserved: readonly string[] = [embeddedAlias, defaultAlias];
const flag = z.boolean().default(false);

/** A registration as an operator writes it (MODEL-53). */
const registrationSchema = z.strictObject({
  alias: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "has 1 to 64 of a-z, 0-9, dot, _ and -")
    .refine((alias) => !reserved.includes(alias), "is the name of a model that is not registered"),
  provider: z.enum(modelProviderNames, `must be one of ${modelProviderNames.join(", ")}`),
  base_url: z.string().max(500).refine(isBaseUrl, "must be an http(s) address that ends with /v1, without a login"),
  model: z.string().regex(/^[\x21-\x7e]{1,200}$/, "has 1 to 200 visible characters"),
  api_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "has 1 to 4,096 visible characters")
    .optional(),
  context_tokens: z.int().min(256).max(10_000_000),
  max_output_tokens: z.int().min(1).max(1_000_000),
  caps: z
    .strictObject({
      continuation: flag,
      tools: flag,
      json: flag,
      judge: flag,
      embeddings: flag,
      vision: flag,
    })
    .prefault({}),
  surfaces: z
    .array(z.enum(modelSurfaces, `must be some of ${modelSurfaces.join(", ")}`))
    .min(1)
    .max(modelSurfaces.length),
  per_minute: z.int().min(1).max(1_000_000).optional(),
  price: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, "must be a currency such as USD"),
      input_per_million: z.number().min(0).max(1_000_000),
      output_per_million: z.number().min(0).max(1_000_000),
    })
    .optional(),
});

export type ModelRegistration = z.infer<typeof registrationSchema>;

/**
 * Reads a registration from the text of its file; the address loses a slash at its end.
 * @throws `invalid_request` with the place of each problem; no message repeats the key.
 */
export function readModelRegistration(text: string): ModelRegistration {
  const parsed = registrationSchema.safeParse(parsedJson(text), { error: issueMessage });
  if (!parsed.success) throw invalidFile("The file is not a registration of a model.", parseIssues(parsed.error));
  const { data } = parsed;
  if (data.max_output_tokens > data.context_tokens)
    throw invalidFile("The file is not a registration of a model.", [
      { path: "/max_output_tokens", message: "must not be more than context_tokens" },
    ]);
  return { ...data, base_url: data.base_url.replace(/\/$/, ""), surfaces: [...new Set(data.surfaces)] };
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  const isHttp = protocol === "https:" || protocol === "http:";
  return isHttp && `${username}${password}${search}${hash}` === "" && /\/v1\/?$/.test(pathname);
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The parser's message quotes the file, and there is a key in it.
    throw fail("invalid_request", { message: "The file is not JSON." });
  }
}
