import { type FieldPolicy, fieldPolicyPresets } from "@service/privacy";
import type { BookReader, Posture, Seat } from "../../seats/index.ts";

/** A reader of a test: of everything, unless grants are given. */
export function testReader(
  organizationId: string,
  given: { readonly posture?: Posture; readonly grants?: readonly string[] | null; readonly policy?: FieldPolicy } = {},
): BookReader {
  const { posture = "off", grants = null, policy = fieldPolicyPresets.full } = given;
  const seat: Seat = {
    seatKey: "S-1",
    emails: ["reader@example.com"],
    principalIds: ["reader"],
    name: "Reader",
    role: null,
    officeKey: null,
    teamKeys: [],
    scope: grants === null ? "All" : "Own",
    fieldPolicyKey: null,
    active: true,
  };
  return {
    organizationId,
    posture,
    enforced: posture === "lit",
    seat: posture === "off" ? undefined : seat,
    scope: posture === "off" ? "All" : seat.scope,
    grants,
    policy,
    lens: undefined,
    isAsserted: false,
    principal: undefined,
  };
}
