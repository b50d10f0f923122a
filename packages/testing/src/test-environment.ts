/** Names of the variables through which the global set-up passes the addresses of its servers to the test files. */
export const environmentNames = {
  /** Address of the shared PostgreSQL, database `service`. */
  postgresUrl: "TEST_POSTGRES_URL",
  /** Name of the migrated template database. */
  templateName: "TEST_POSTGRES_TEMPLATE",
  /** Address of the shared Redis; unset when this machine has none. */
  redisUrl: "TEST_REDIS_URL",
  /** File that takes the error codes which tests provoke over HTTP, a line each. */
  provokedCodes: "TEST_PROVOKED_CODES",
} as const;

/** @throws when the tests run without the global set-up. */
export function required(name: keyof typeof environmentNames): string {
  const value = process.env[environmentNames[name]];
  if (value === undefined)
    throw new Error(`${environmentNames[name]} is not set: run the tests through jest.config.js`);
  return value;
}
