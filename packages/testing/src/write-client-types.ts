/**
 * Writes the types of clients: those of the client that is published from the committed OpenAPI document, so that the type
 * check proves that the document compiles. The console's page has its own, from the console's
 * routes and the shapes of what the six engine types answer with their presets.
 */
import { engineTypes } from "@service/engine-types";
import { openApiDocument } from "@service/http";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { consoleDescription } from "@service/console-server/description";
import { routes } from "@service/console-server/routes";

const root = join(import.meta.dirname, "../../..");

await write("packages/client/src/generated/api.ts", await readFile(join(root, "docs/generated/openapi.json"), "utf8"));
await write("apps/console/src/generated/console-api.ts", JSON.stringify(openApiDocument(routes, consoleDescription)));
await write("apps/console/src/generated/results.ts", JSON.stringify(resultShapes()));

function resultShapes() {
  const shapes = Object.values(engineTypes).map((type): [string, object] => {
    return [type.name, type.responseSchema(type.effectiveConfig(type.preset()))];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Results", version: "0" },
    paths: {},
    components: { schemas: Object.fromEntries<object>(shapes) },
  };
}

async function write(file: string, document: string): Promise<void> {
  const nodes = await openapiTypescript(document, { alphabetize: false });
  await mkdir(dirname(join(root, file)), { recursive: true });
  const path = join(root, file);
  // Whole or not at all: a compiler may read it meanwhile.
  await writeFile(`${path}.${process.pid}`, `// Generated (npm run generate:client-types).\n${astToString(nodes)}`);
  await rename(`${path}.${process.pid}`, path);
}
