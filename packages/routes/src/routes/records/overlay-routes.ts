import { fail } from "@service/contract";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../../http/route.ts";

/** Writes to the overlay, which is read-only: refused once key and capabilities are accepted (REC-53). */

export const saveCoverageRecord = route({
  id: "records.coverageRecord.save",
  method: "PUT",
  path: "/api/v1/records/accounts/{client_key}/policies/{policy_key}/coverage-record",
  summary: "Change the coverage record of a policy",
  description: "Always refused: the overlay is read-only.",
  params: z.object({
    client_key: z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    policy_key: z.string().meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
  }),
  responses: { 204: empty },
  errors: [],
  handle: refuse,
});

export const cancelEditIntent = route({
  id: "records.editIntents.cancel",
  method: "POST",
  path: "/api/v1/records/edit-intents/{id}/cancel",
  summary: "Cancel an intended edit of the coverage record",
  description: "Always refused: the overlay is read-only.",
  params: z.object({ id: z.string().meta({ examples: ["e-1"] }) }),
  responses: { 204: empty },
  errors: [],
  handle: refuse,
});

/** Access to these actions has refused every request before (`writes: "overlay"`). */
function refuse(): never {
  throw fail("overlay_read_only");
}
