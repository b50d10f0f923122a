import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Caches compiled modules in the checkout: a command spends most of its time on compiling them. NODE_COMPILE_CACHE (set by
 * `ensure-installed.mjs`) takes precedence; on a read-only file system nothing is cached.
 */
export function keepCompiledModules(): void {
  enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/node"));
}
