/** Books for tests of other workspaces: rows written as an import writes them; never part of a process. */
export { createTestBook, type TestBook, type TestChanges, type TestRow } from "./test-book.ts";
export { testView } from "./views.ts";
