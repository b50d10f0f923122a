import { capabilities } from "@service/contract";
import { parseJson } from "@service/json";
import { sensitivities } from "@service/privacy";
import * as z from "zod";
import { masks, seatScopes, type Viewer } from "../../book/seats/index.ts";

/** A field policy as it is stored with rights and evidence. */
export const StoredPolicy = z.object({
  policy_key: z.string(),
  denied: z.array(z.enum(sensitivities)),
  masks: z.record(z.string(), z.enum(masks)),
});

const StoredViewer = z.object({
  organizationId: z.string(),
  environmentId: z.string(),
  environmentSlug: z.string(),
  isLive: z.boolean(),
  keyId: z.string(),
  isOrganizationKey: z.boolean(),
  capabilities: z.array(z.enum(capabilities)),
  engines: z.array(z.string()).nullable(),
  principal: z.string().nullable(),
  seatKey: z.string().nullable(),
  book: z
    .object({
      posture: z.enum(["off", "shadow", "lit"]),
      enforced: z.boolean(),
      seatKey: z.string().nullable(),
      scope: z.enum(seatScopes),
      grants: z.array(z.string()).nullable(),
      policy: StoredPolicy,
      lens: z.string().nullable(),
      isAsserted: z.boolean(),
      actor: z.string().nullable(),
    })
    .nullable(),
  runs: z.object({
    policy: StoredPolicy,
    overBook: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("all") }),
      z.object({ kind: z.literal("seat"), seatKey: z.string().nullable(), grants: z.array(z.string()) }),
    ]),
  }),
});

/**
 * The rights that were stored with a turn or an evaluation (`JSON.stringify(viewer)`).
 * @throws when the text is something else: rights are never guessed.
 */
export function readViewer(text: string): Viewer {
  const { book, runs, ...viewer } = StoredViewer.parse(parseJson(text));
  const { organizationId, principal } = viewer;
  return { ...viewer, runs: { ...runs, person: principal }, book: book && { ...book, organizationId, principal } };
}
