import { defineConfig } from "prisma/config";

/** For Prisma's own command; the service itself writes and applies migrations through packages/db (docs/operating.md). */
export default defineConfig({
  schema: "prisma",
  migrations: { path: "prisma/migrations" },
});
