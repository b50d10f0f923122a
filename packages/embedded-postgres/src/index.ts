/**
 * PostgreSQL for a machine without one: the server that ships in npm packages, for development, tests and `npm start` on
 * one machine. The image carries neither this package nor its binaries, and nothing that runs in it imports it.
 */
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded-postgres.ts";
export { freePort } from "./free-port.ts";
export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
