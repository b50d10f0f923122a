import { type FieldPolicy, fieldPolicyPresets } from "@service/privacy";
import type { BookView, Posture } from "../book/seats/index.ts";

/** What is seen in a test: everything, unless grants are given. */
export function testView(
  organizationId: string,
  given: { readonly posture?: Posture; readonly grants?: readonly string[] | null; readonly policy?: FieldPolicy } = {},
): BookView {
  const { posture = "off", grants = null, policy = fieldPolicyPresets.full } = given;
  const isWhole = posture === "off" || grants === null;
  return {
    organizationId,
    posture,
    enforced: posture === "lit",
    seatKey: posture === "off" ? null : "S-1",
    scope: isWhole ? "All" : "Own",
    grants,
    policy,
    lens: null,
    isAsserted: false,
    actor: null,
    principal: null,
  };
}
