import openapiTypescript, { astToString } from "openapi-typescript";

/**
 * The types of a client, made from the OpenAPI document as a caller would make them. Committed, so that the type check
 * proves that the document compiles and a test can call the running API through them.
 */
export async function clientTypesOf(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, { alphabetize: false });
  return `// Generated from docs/generated/openapi.json by openapi-typescript (npm run generate). Do not edit.\n${astToString(nodes)}`;
}
