import { randomUUID } from "node:crypto";
import { fail, isPlatformEventType, limits } from "@service/contract";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { appendPlatformEvents, type AppendedPlatformEvent } from "./append-events.ts";

const dedupeKeyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * Records a fact reported by an operator or their program: `custom.*`, or one of the service's types that happens
 * outside of it, such as `deploy.finished`.
 *
 * @param request.dedupeKey without it, every call records a new fact.
 * @throws `not_found` for the organization; `invalid_request` for an unknown type, a dedupe key that is not 1 to 200
 *   printable characters without spaces, or data that is not a JSON object or larger than 256 KiB.
 */
export async function emitPlatformEvent(
  deps: Pick<Deps, "db">,
  request: {
    readonly organizationId: string;
    readonly type: string;
    /** JSON text of an object. */
    readonly data: string;
    readonly dedupeKey?: string | undefined;
  },
): Promise<AppendedPlatformEvent> {
  const { type, dedupeKey = randomUUID() } = request;
  if (!isPlatformEventType(type)) {
    throw fail("invalid_request", {
      message:
        "The type must be custom.<name>, of lower-case letters, digits, dots, _ and -, or one the service knows.",
    });
  }
  if (!dedupeKeyPattern.test(dedupeKey)) {
    throw fail("invalid_request", { message: "The key must have 1 to 200 printable characters and no spaces." });
  }
  const data = readData(request.data);
  const { id: organizationId } = await showOrganization(deps, request.organizationId);
  const [appended] = await deps.db.inTransaction((tx) =>
    appendPlatformEvents(tx, [
      // Prefixed: an operator's fact must not block one that the service records later.
      {
        organizationId,
        type,
        dedupeKey: `emitted:${dedupeKey}`,
        subject: { kind: "organization", key: organizationId },
        data,
      },
    ]),
  );
  if (!appended) throw new Error("one event has one result");
  return appended;
}

function readData(text: string): JsonObject {
  if (Buffer.byteLength(text, "utf8") > limits.jsonBodyBytes) {
    throw fail("invalid_request", { message: `The data is larger than ${limits.jsonBodyBytes} bytes.` });
  }
  const data = jsonIn(text);
  if (!isJsonObject(data)) throw fail("invalid_request", { message: "The data is not a JSON object." });
  return data;
}

function jsonIn(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    // Do not pass on the parser's message: it quotes the file.
    throw fail("invalid_request", { message: "The data is not JSON." });
  }
}
