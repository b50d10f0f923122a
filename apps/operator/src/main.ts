import { keepCompiledModules } from "./compile-cache.ts";

keepCompiledModules();
// Import after enabling the cache: modules imported before it are compiled again by every command.
const { svc } = await import("./svc.ts");
process.exitCode = await svc(process.argv.slice(2));
