import { fail, type InboundSourceKind } from "@service/contract";
import { parseIssues } from "@service/json";
import * as z from "zod";
import { invalidFile } from "../../identity/operators/index.ts";

const pointer = z
  .string()
  .max(256)
  .regex(/^(?:\/(?:[^/~]|~[01])*)+$/, "must be a JSON Pointer such as /header/id");
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;

const codePlace = z
  .strictObject({ in: z.enum(["header", "query", "body"]), name: z.string().min(1).max(64) })
  .refine((place) => place.in !== "header" || headerName.test(place.name), "name must be the name of a header")
  .transform((place) => (place.in === "header" ? { ...place, name: place.name.toLowerCase() } : place));

/** The places of id, type and code in a source's requests (IN-4); each defaults by kind. */
const Mapping = z.strictObject({
  delivery_id: pointer.optional(),
  type: pointer.optional(),
  accept: z.array(z.string().min(1).max(128)).min(1).max(50).optional(),
  code: codePlace.optional(),
});
export type SourceMapping = z.output<typeof Mapping>;

/** The place of the code of an `ams_ons` source, unless its mapping names another. */
export const defaultCodePlace = { in: "header", name: "x-service-source-code" } as const;

/**
 * Reads a mapping file. `native` and `repo_host` fix the places of id, type and proof: they take `accept` alone.
 * @throws `invalid_request` naming what is wrong.
 */
export function readMapping(kind: InboundSourceKind, text: string): SourceMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Do not pass on the parser's message: it quotes the file.
    throw fail("invalid_request", { message: "The mapping is not JSON." });
  }
  const parsed = Mapping.safeParse(value);
  if (!parsed.success) throw invalidFile("The mapping is not valid.", parseIssues(parsed.error));
  const misplaced = kind === "ams_ons" ? [] : Object.keys(parsed.data).filter((name) => name !== "accept");
  if (misplaced.length > 0) {
    throw fail("invalid_request", {
      message: `A ${kind} source takes only "accept" in its mapping, not ${misplaced.join(", ")}.`,
    });
  }
  return parsed.data;
}

/** Reads a mapping that this service stored. */
export function storedMapping(text: string): SourceMapping {
  return Mapping.parse(JSON.parse(text));
}

/** Whether a type is accepted: it matches one of the globs, or there are none. */
export function isAccepted({ accept }: SourceMapping, type: string): boolean {
  return accept === undefined || accept.some((glob) => matchesGlob(glob, type));
}

/**
 * `*` is any run of characters, `?` any one. Backtracks to the last star only, so the work is bounded by the product of
 * both lengths, unlike that of a regular expression with several `.*`.
 */
export function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    const sign = glob[inGlob];
    if (sign === "*") {
      star = inGlob;
      afterStar = at;
      inGlob += 1;
    } else if (sign === "?" || sign === text[at]) {
      inGlob += 1;
      at += 1;
    } else if (star >= 0) {
      afterStar += 1;
      at = afterStar;
      inGlob = star + 1;
    } else return false;
  }
  while (glob[inGlob] === "*") inGlob += 1;
  return inGlob === glob.length;
}
