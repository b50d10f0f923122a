/**
 * Contract registry: the releases callers test against (sections 2.12 and 9 rules 5 and 6), read from the very files
 * that the documentation site serves, so that what runs is what is published.
 *
 * Guarantees: every file is checked against its hash when it is read; nothing here changes them. It leaves to others:
 * publishing (scripts/registry.ts), the engine they belong to (room "engines") and the rules of test_scenario (room
 * "runs").
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
