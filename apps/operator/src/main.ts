import { svc } from "./svc.ts";

process.exitCode = await svc(process.argv.slice(2));
