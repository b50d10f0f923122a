import { fail, providerErrorReasons, type ProviderErrorReason } from "@service/contract";
import type { Viewer } from "../../book/seats/index.ts";

/** What a sandbox turn does on purpose (TURN-60). */
export type TurnTestScenario =
  | { readonly kind: "completed" | "incomplete" | "interrupted" | "slow" }
  | { readonly kind: "provider_error"; readonly reason: ProviderErrorReason };

/** Reads the name of a scenario; undefined for any other name. */
export function turnTestScenario(name: string): TurnTestScenario | undefined {
  switch (name) {
    case "completed":
    case "incomplete":
    case "interrupted":
    case "slow":
      return { kind: name };
    default: {
      const reason = providerErrorReasons.find((each) => name === `provider_error:${each}`);
      return reason === undefined ? undefined : { kind: "provider_error", reason };
    }
  }
}

const message =
  "test_scenario is completed, incomplete, provider_error:<reason>, interrupted or slow; after_chars stands beside it.";

/** @throws `invalid_test_scenario`, `test_scenario_sandbox_only`, `test_scenario_forbidden`. */
export function checkTurnTestScenario(
  viewer: Pick<Viewer, "isLive" | "capabilities">,
  { requested, afterChars }: { readonly requested: unknown; readonly afterChars: number | undefined },
): string | null {
  if (requested === undefined) {
    if (afterChars !== undefined) throw fail("invalid_test_scenario", { message });
    return null;
  }
  if (typeof requested !== "string" || turnTestScenario(requested) === undefined)
    throw fail("invalid_test_scenario", { message });
  if (viewer.isLive) throw fail("test_scenario_sandbox_only");
  if (!viewer.capabilities.includes("runs:test")) throw fail("test_scenario_forbidden");
  return requested;
}
