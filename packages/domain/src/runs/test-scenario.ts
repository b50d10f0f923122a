import { fail, testScenarios, type TestScenario } from "@service/contract";
import { findContract } from "../contract-registry/index.ts";
import type { Deps } from "../deps.ts";
import { findRelease, type EngineForCall } from "../engines/index.ts";
import type { Caller } from "../keys/index.ts";
import { readPin } from "./pins.ts";

/** Whether the release with this configuration hash is in the contract registry; the one place that decides it. */
export function isRegistryRelease(configHash: string): boolean {
  return findContract(configHash) !== undefined;
}

/**
 * The rules of `test_scenario`, in their order: value, sandbox, capability, exact pin, registry (decisions.md 22).
 * They come before the pin is resolved.
 *
 * @returns the scenario, or undefined when none was asked for.
 * @throws `invalid_test_scenario`, `test_scenario_sandbox_only`, `test_scenario_forbidden`,
 *   `test_scenario_exact_version_required`, `test_scenario_version_not_supported`.
 */
export async function checkTestScenario(
  deps: Deps,
  call: {
    readonly caller: Caller;
    readonly engine: EngineForCall;
    readonly pinText: string | undefined;
    readonly asked: unknown;
  },
): Promise<TestScenario | undefined> {
  const { caller, engine, pinText, asked } = call;
  if (asked === undefined) return undefined;
  const scenario = testScenarios.find((name) => name === asked);
  if (!scenario) throw fail("invalid_test_scenario");
  if (caller.isLive) throw fail("test_scenario_sandbox_only");
  // An organization key holds every capability, also runs:test (decisions.md 13).
  if (caller.kind === "scoped" && !caller.capabilities.has("runs:test")) throw fail("test_scenario_forbidden");
  const pin = readPin(pinText);
  if (pin?.kind !== "exact") throw fail("test_scenario_exact_version_required");
  const release = await findRelease(deps, engine.id, pin.major, pin.minor);
  if (!release || !isRegistryRelease(release.configHash)) throw fail("test_scenario_version_not_supported");
  return scenario;
}
