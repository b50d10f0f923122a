import { fail } from "@service/contract";
import { isJsonObject, type Json, parseJson } from "@service/json";

const nameCharsMax = 120;

/** @throws `invalid_request` */
export function checkedName(text: string): string {
  const name = text.trim();
  if (name !== "" && [...name].length <= nameCharsMax) return name;
  throw fail("invalid_request", { message: `The name must have 1 to ${nameCharsMax} characters.` });
}

/** @throws `invalid_request` */
export function checkedConfig(text: string): string {
  let config: Json;
  try {
    config = parseJson(text);
  } catch {
    // Do not pass on the parser's message: it quotes the file, which may hold a secret.
    throw fail("invalid_request", { message: "The config is not JSON." });
  }
  if (!isJsonObject(config)) throw fail("invalid_request", { message: "The config is not a JSON object." });
  return JSON.stringify(config);
}
