import { describe, expect, test } from "@jest/globals";
import { type DeliveryState, deliveryStates } from "@service/contract";

import { type DeliveryAction, deliveryTransitions, mayLeave } from "./delivery-states.ts";

describe("the states of a delivery", () => {
  test("every state and action pair is allowed or refused as HOOK-35 says", () => {
    const allowed: Record<DeliveryState, readonly DeliveryAction[]> = {
      pending: ["claim", "hold", "resend", "cancel"],
      delivering: ["deliver", "retry", "deadLetter", "hold", "cancel"],
      retry_scheduled: ["claim", "hold", "resend", "cancel"],
      held: ["resume", "deadLetter", "resend", "cancel"],
      delivered: ["resend"],
      dead_letter: ["resend", "recover"],
      cancelled: [],
    };
    const actions: DeliveryAction[] = [
      "claim",
      "deliver",
      "retry",
      "deadLetter",
      "hold",
      "resume",
      "resend",
      "recover",
      "cancel",
    ];
    expect(Object.keys(deliveryTransitions).sort()).toEqual([...actions].sort());
    for (const state of deliveryStates) {
      for (const action of actions) {
        expect([state, action, mayLeave(state, action)]).toEqual([state, action, allowed[state].includes(action)]);
      }
    }
  });

  test("only cancelled is final (HOOK-35)", () => {
    const actions = Object.values(deliveryTransitions);
    const ends = deliveryStates.filter((state) => !actions.some(({ from }) => [...from].some((one) => one === state)));
    expect(ends).toEqual(["cancelled"]);
  });
});
