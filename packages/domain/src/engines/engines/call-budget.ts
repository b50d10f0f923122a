import { fail } from "@service/contract";
import { endingAfter, type TimeBudget } from "@service/runtime";

/** The time budget of a request (PLAT-29). */
const callMsMax = 30_000;

/** The budget of a call made outside a request; as long as a request's. */
export function callBudget(): TimeBudget {
  return endingAfter(callMsMax, fail("request_timeout"));
}
