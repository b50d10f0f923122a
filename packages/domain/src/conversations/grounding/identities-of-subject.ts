import { ServiceError } from "@service/contract";
import { parseJsonObject } from "@service/json";
import { findRow, readBook, rowsOfClients } from "../../book/records/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import type { GroundingSubject } from "./passage.ts";
import { resolveReach } from "./resolve-reach.ts";
import { type GroundingDeps, opens } from "./sources/source-question.ts";

const policiesMax = 200;

/**
 * Names and policy numbers of the client that a conversation is about, as they stand in the book: what a mask must find in any
 * text (MODEL-73). Nothing of them is shown to anybody. None where the viewer may not read the client.
 */
export async function identitiesOfSubject(
  deps: GroundingDeps,
  given: { readonly viewer: Viewer; readonly subject: GroundingSubject; readonly signal: AbortSignal },
): Promise<{ readonly names: readonly string[]; readonly policyNumbers: readonly string[] }> {
  const { viewer, subject, signal } = given;
  const nobody = { names: [], policyNumbers: [] };
  if (viewer.book === null || !opens(viewer, "records:read")) return nobody;
  const reach = await resolveReach(deps, viewer, subject, signal);
  if (reach.kind !== "client") return nobody;
  const { connectionId, clientKey } = reach;
  try {
    const { result } = await readBook(deps, { viewer: viewer.book, connectionId, signal }, async (read) => {
      const account = await findRow(deps, read, "accounts", clientKey);
      if (account === undefined) return nobody;
      const policies = await rowsOfClients(deps, read, "policies", { clients: [clientKey], perClient: policiesMax });
      return {
        names: stringsOf([account], ["name", "dba"]),
        policyNumbers: stringsOf(policies, ["policy_number"]),
      };
    });
    return result;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return nobody;
    throw error;
  }
}

function stringsOf(rows: readonly { readonly fields: string }[], names: readonly string[]): readonly string[] {
  return rows.flatMap((row) => {
    const fields = parseJsonObject(row.fields);
    return names.map((name) => fields[name]).filter((value) => typeof value === "string");
  });
}
