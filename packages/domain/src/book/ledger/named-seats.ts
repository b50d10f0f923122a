import { isJsonArray, isJsonObject, type Json } from "@service/json";
import type { ReadCommand } from "./read-commands.ts";

/** The seats that the payload of a command assigns something to, each with its JSON Pointer in the command. */
export function seatsNamedBy({
  payload,
}: Pick<ReadCommand, "payload">): readonly { readonly path: string; readonly seatKey: string }[] {
  if (!isJsonObject(payload)) return [];
  const steps = payload["steps"];
  return [
    ...seatIn(payload, "/payload"),
    ...(steps !== undefined && isJsonArray(steps)
      ? steps.flatMap((step, at) => seatIn(step, `/payload/steps/${at}`))
      : []),
  ];
}

function seatIn(value: Json, path: string) {
  const seatKey = isJsonObject(value) ? value["assignee_seat"] : undefined;
  return typeof seatKey === "string" ? [{ path: `${path}/assignee_seat`, seatKey }] : [];
}
