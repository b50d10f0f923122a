/**
 * The documentation site, made from the sources of this repository as static files.
 *
 *   npm run docs                     builds it into .data/docs and serves it (DOCS_PORT, default 8090; 0: a free port)
 *   node scripts/docs.ts --build DIR builds it into DIR, which it empties first, and ends
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "./docs/build-site.ts";
import { serveSite } from "./docs/serve-site.ts";

const defaultPort = 8090;

const { values } = parseArgs({ options: { build: { type: "string" } } });
const startedAt = performance.now();
const folder = values.build === undefined ? join(import.meta.dirname, "../.data/docs") : resolve(values.build);
const count = await buildSite(folder);
console.log(`${count} files in ${folder} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
if (values.build === undefined) {
  const requested = process.env["DOCS_PORT"]?.trim() ?? "";
  const port = requested === "" ? defaultPort : Number(requested);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error("DOCS_PORT must be a whole number from 0 to 65535");
  const { server, url } = await serveSite(folder, port).catch((error: unknown) => {
    // The default port may be taken by another copy of this command; a port that was asked for must be free.
    if (requested === "" && Error.isError(error) && "code" in error && error.code === "EADDRINUSE")
      return serveSite(folder, 0);
    throw error;
  });
  console.log(`documentation at ${url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
}
