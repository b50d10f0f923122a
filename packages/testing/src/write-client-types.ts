/**
 * Writes the types of a client into `generated/client-types.ts`, made from the committed OpenAPI document as a caller
 * would make them: the type check then proves that the document compiles, and a test calls the API through them.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";

const document = join(import.meta.dirname, "../../../docs/generated/openapi.json");
const folder = join(import.meta.dirname, "generated");

const nodes = await openapiTypescript(await readFile(document, "utf8"), { alphabetize: false });
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, "client-types.ts"),
  `// Generated from docs/generated/openapi.json (npm run generate:client-types).\n${astToString(nodes)}`,
);
