/**
 * The parts of which tests make what they need: an opened database with the deps of a process, and rows as the service or
 * its callers write them. Each is a function that takes what it builds on; never part of a process.
 */
export { insertConversation, type TestConversation } from "./insert-conversation.ts";
export { insertRun, submissionOf, type TestRun } from "./insert-run.ts";
export { insertTestTurn, passTestGate, type TestTurn } from "./insert-turn.ts";
export { holderOf, newCaller, newOrganization } from "./new-organization.ts";
export { openTestDeps, type TestDeps, type TestDepsOptions } from "./open-test-deps.ts";
export { engineNow, insertRelease, publishEngine } from "./publish-engine.ts";
export { registerTestManifest, registerTestModel } from "./register-model.ts";
export { createTestBook, type TestBook, type TestChanges, type TestRow } from "./test-book.ts";
export { testView } from "./test-view.ts";
export { withGates } from "./with-gates.ts";
