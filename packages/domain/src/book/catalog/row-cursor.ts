import { fail } from "@service/contract";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";

/** The list that a cursor belongs to: everything that was asked but the size of the page. */
export interface AskedRows {
  readonly organizationId: string;
  readonly datasetKey: string;
  readonly filters: ReadonlyMap<string, string>;
  readonly q: string | undefined;
  readonly fields: readonly string[] | undefined;
}

/** A chain of pages shows one version. */
const Place = z.tuple([z.int(), z.string()]);

function contextOf({ organizationId, datasetKey, filters, q, fields }: AskedRows): string {
  const parts = [
    datasetKey,
    [...filters].toSorted(([left], [right]) => (left < right ? -1 : 1)),
    q ?? null,
    fields ?? null,
  ];
  return `catalog_rows:${organizationId}:${JSON.stringify(parts)}`;
}

/** The version of the chain and the key of its last row, as an opaque string (CAT-10). */
export function sealRowCursor(
  box: SecretBox,
  asked: AskedRows,
  { version, after }: { readonly version: number; readonly after: string },
): string {
  return box.seal(JSON.stringify([version, after]), contextOf(asked));
}

/** @throws `invalid_cursor` when it was altered or made for another list. */
export function openRowCursor(
  box: SecretBox,
  asked: AskedRows,
  cursor: string,
): { readonly version: number; readonly after: string } {
  try {
    const [version, after] = Place.parse(JSON.parse(box.open(cursor, contextOf(asked))));
    return { version, after };
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}
