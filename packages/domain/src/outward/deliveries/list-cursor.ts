import { fail } from "@service/contract";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";

const Position = z.tuple([z.iso.datetime(), z.uuid()]);

/** The list a cursor belongs to: sealed with it, so a cursor of another endpoint or filter is refused. */
function contextOf(list: object): string {
  return `delivery_list:${JSON.stringify(Object.entries(list).filter(([, value]) => value !== undefined))}`;
}

/** A position in a list, as an opaque string that cannot be forged or changed. */
export function sealCursor(box: SecretBox, list: object, last: { createdAt: Date; id: string }): string {
  return box.seal(JSON.stringify([last.createdAt.toISOString(), last.id]), contextOf(list));
}

/** @throws `invalid_cursor` when altered or made for another list. */
export function openCursor(box: SecretBox, list: object, cursor: string): { createdAt: Date; id: string } {
  try {
    const [createdAt, id] = Position.parse(JSON.parse(box.open(cursor, contextOf(list))));
    return { createdAt: new Date(createdAt), id };
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}
