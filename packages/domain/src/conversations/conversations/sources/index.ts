/**
 * What turns may rest on in the book, read as the caller through the services that the public routes use.
 *
 * Guarantees: tenant, environment, seat, grants and field policy are those of the caller in every statement; a filter on a
 * field that the policy hides selects nothing; where the conversation is about a client, no row of another one is read.
 * What is asked of them is left to `@service/embedded-answers`.
 */
export { openBookSource, type BookSourceDeps } from "./open-book-source.ts";
