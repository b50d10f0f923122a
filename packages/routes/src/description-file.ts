import { readFile } from "node:fs/promises";

export interface DescriptionDeps {
  /** The description of the API, JSON text. */
  readonly readDescription: () => Promise<string>;
}

const file = new URL("../../../docs/generated/openapi.json", import.meta.url);

/**
 * Opens the committed description, which `check:generated` keeps equal to the routes: making it takes longer than a request
 * may hold up the others.
 */
export function openDescription(): DescriptionDeps {
  let text: Promise<string> | undefined;
  return {
    readDescription() {
      text ??= readFile(file, "utf8").then((written) => JSON.stringify(JSON.parse(written)));
      return text;
    },
  };
}
