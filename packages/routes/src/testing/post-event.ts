import { createHmac } from "node:crypto";
import { request } from "node:http";
import { ErrorEnvelope, IngestResult } from "@service/contract";
import { noteProvoked } from "@service/testing";
import { Webhook } from "standardwebhooks";

/** An answer as senders read it. */
export interface IngestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface IngestPost {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Sent in pieces and without a declared length. */
  readonly isChunked?: boolean;
}

const pieceBytes = 64 * 1024;

/** Posts an event as its sender does, byte for byte. Checks every 200 against the contract. */
export async function postEvent(baseUrl: string, sourceKey: string, given: IngestPost): Promise<IngestAnswer> {
  const body = Buffer.from(given.body);
  const { promise, resolve, reject } = Promise.withResolvers<IngestAnswer>();
  const sending = request(
    `${baseUrl}/api/v1/events/ingest/${sourceKey}`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...given.headers,
        ...(given.isChunked === true ? { "transfer-encoding": "chunked" } : { "content-length": body.length }),
      },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
      });
    },
  );
  sending.on("error", reject);
  for (let start = 0; start < body.length; start += pieceBytes) sending.write(body.subarray(start, start + pieceBytes));
  sending.end();
  const answer = await promise;
  if (answer.status === 200) IngestResult.strict().parse(answer.body);
  else noteProvoked(ErrorEnvelope.parse(answer.body).code);
  return answer;
}

/** Headers of a `native` delivery, signed by the official library. */
export function nativeHeaders(secret: string, id: string, at: Date, body: string | Buffer): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}

/** Headers of a `repo_host` delivery. */
export function repoHostHeaders(
  secret: string,
  id: string,
  event: string,
  body: string | Buffer,
): Record<string, string> {
  return {
    "x-github-delivery": id,
    "x-github-event": event,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
}
