import { readText } from "./read-file.ts";

/** The value of `--mapping`: the name of a mapping of this build, or the JSON of a file. */
export async function mappingOption(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const { shippedMappingNames } = await import("@service/record-mapping");
  return shippedMappingNames.includes(given) ? given : readText(given);
}
