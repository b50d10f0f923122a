/**
 * Contract registry: the releases callers test against (REG-1, REG-6), read from the same files that the documentation
 * site serves, so that the executed releases are the published ones.
 *
 * Guarantees: every file is verified against its hash when it is read; files are never changed. Not here: publishing
 * (scripts/registry.ts); the engine they belong to and the rules of test_scenario are of `domain` (modules "engines" and "runs").
 */
export {
  builtInEngine,
  contractsOf,
  findContract,
  fixtureEngineKind,
  fixtureRun,
  type Contract,
  type FixtureRun,
} from "./contracts.ts";
