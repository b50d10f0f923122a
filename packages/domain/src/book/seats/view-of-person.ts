import type { MemberRole, Principal } from "../../identity/access/index.ts";
import type { SeatDeps } from "./read-seats.ts";
import type { ActingHeaders } from "./resolve-views.ts";

/**
 * Through whose eyes a person of the console sees book and runs (CON-43): their seat counts under every posture, because a
 * screen for people hides what `lit` would hide. Without a seat a reader sees nothing of the book, everybody else all of
 * it under the organization's default policy.
 * @returns what `resolveBookView` and its neighbours take.
 */
export async function viewOfPerson(
  { seats }: SeatDeps,
  principal: Principal<"person">,
  { email, role }: { readonly email: string; readonly role: MemberRole | null },
): Promise<{ readonly caller: Principal<"person">; readonly acting: ActingHeaders }> {
  const directory = await seats.directoryOf(principal.organizationId);
  const isSeated = role === "reader" || directory.seatOf({ principal: undefined, email }) !== undefined;
  const organization = {
    ...principal.organization,
    recordsPosture: isSeated ? ("lit" as const) : ("off" as const),
    assertionSecret: null,
  };
  return {
    caller: { ...principal, organization },
    acting: { principal: undefined, email: isSeated ? email : undefined, assertions: "signed in", lens: undefined },
  };
}
