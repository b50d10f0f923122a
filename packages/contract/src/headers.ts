import * as z from "zod";
import { limits } from "./limits.ts";
import { refusing } from "./refusing.ts";

/** Names of the contract's headers (PLAT-20, KEY-40), lower case as Node gives them. */
export const headerNames = {
  requestId: "x-request-id",
  traceparent: "traceparent",
  idempotencyKey: "idempotency-key",
  prefer: "prefer",
  actingPrincipal: "x-service-acting-principal",
  actingEmail: "x-service-acting-email",
  recordsAssertion: "x-service-records-assertion",
  recordsLens: "x-service-records-lens",
  engineBuild: "x-service-engine-build",
  webhookVersion: "x-service-webhook-version",
} as const;

const actingPrincipal = z
  .string()
  .trim()
  .max(limits.actingPrincipalCharsMax)
  .meta({
    description:
      "The person for whom the call is made: the stable user id of your identity provider, never an address or a name.",
    examples: ["pat.moreno"],
  });

const described = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

/**
 * The person for whom a call is made (SEAT-20), for the document: these headers are read with the key, before anything of
 * the request is parsed.
 */
export const ActingHeaders = z.object({
  [headerNames.actingPrincipal]: actingPrincipal.optional(),
  [headerNames.actingEmail]: z
    .string()
    .trim()
    .max(limits.actingEmailCharsMax)
    .optional()
    .meta({
      description:
        "The person's verified sign-in address. The seat is found by it; without it, by the acting principal.",
      examples: ["pat.moreno@example.com"],
    }),
  [headerNames.recordsAssertion]: described(
    "Needed once the organization verifies assertions: `v1.<unix seconds>.<hex>`, the HMAC-SHA256 of " +
      "`<acting principal>|<acting email>||<unix seconds>` with the organization's secret; each part trimmed, the address in " +
      "lower case, an absent one empty. At most 300 seconds old or ahead.",
    `v1.1795255200.${"4e".repeat(32)}`,
  ),
  [headerNames.recordsLens]: described(
    "`principal:<id>`: what that person sees, for callers who see the whole book; ignored for others. Refused where " +
      "something of the book is written.",
    "principal:pat.moreno",
  ),
});

/** Headers of a run submission. An empty `Idempotency-Key` is refused: it is a bug of the caller, not "no key". */
export const RunSubmissionHeaders = z.object({
  "idempotency-key": refusing(
    "invalid_idempotency_key",
    z
      .string()
      .min(1)
      .refine(
        (key) => [...key].length <= limits.idempotencyKeyCharsMax,
        `must have at most ${limits.idempotencyKeyCharsMax} characters`,
      )
      .optional(),
  ).meta({ examples: ["renewal-c-1042-2027"] }),
  "x-service-acting-principal": actingPrincipal.optional(),
  prefer: z
    .string()
    .optional()
    .meta({
      description: "`wait=N` (seconds, at most 30): answer when the run is finished or N seconds have passed.",
      examples: ["wait=20"],
    }),
});

/** Headers of a run read: the acting person, whose field policy applies. */
export const RunReadHeaders = z.object({
  "x-service-acting-principal": actingPrincipal.optional(),
  prefer: z
    .string()
    .optional()
    .meta({ examples: ["wait=20"] }),
});

/** Seconds asked for by `Prefer: wait=N` (RFC 7240), capped; undefined when not asked or not a number. */
export function waitSeconds(prefer: string | undefined): number | undefined {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer ?? "")?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds), limits.waitSecondsMax);
}
