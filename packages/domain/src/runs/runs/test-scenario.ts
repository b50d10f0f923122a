import { fail, testScenarios, type TestScenario } from "@service/contract";
import { findContract } from "@service/contract-registry";
import { findRelease, type EngineForCall, type EngineDeps } from "../../engines/engines/index.ts";
import { type Caller, decide } from "../../identity/access/index.ts";
import { readPin } from "./pins.ts";

/** Whether the release with this configuration hash is in the contract registry. */
export function isRegistryRelease(configHash: string): boolean {
  return findContract(configHash) !== undefined;
}

/**
 * The rules of `test_scenario`, in their order: value, sandbox, capability, exact pin, registry (RUN-15).
 * They come before the pin is resolved.
 *
 * @returns the scenario, or undefined when none was requested.
 * @throws `invalid_test_scenario`, `test_scenario_sandbox_only`, `test_scenario_forbidden`,
 *   `test_scenario_exact_version_required`, `test_scenario_version_not_supported`.
 */
export async function checkTestScenario(
  deps: EngineDeps,
  call: {
    readonly caller: Caller;
    readonly engine: EngineForCall;
    readonly pinText: string | undefined;
    readonly requested: unknown;
  },
): Promise<TestScenario | undefined> {
  const { caller, engine, pinText, requested } = call;
  if (requested === undefined) return undefined;
  const scenario = testScenarios.find((name) => name === requested);
  if (!scenario) throw fail("invalid_test_scenario");
  if (caller.isLive) throw fail("test_scenario_sandbox_only");
  // An organization key holds every capability, also runs:test (KEY-10).
  if (decide(caller, "runs.test").kind === "refused") throw fail("test_scenario_forbidden");
  const pin = readPin(pinText);
  if (pin?.kind !== "exact") throw fail("test_scenario_exact_version_required");
  const release = await findRelease(deps, engine.id, pin.major, pin.minor);
  if (!release || !isRegistryRelease(release.configHash)) throw fail("test_scenario_version_not_supported");
  return scenario;
}
