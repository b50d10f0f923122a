import { request, type IncomingMessage } from "node:http";

/** A submission whose headers the server has read and whose body is still to come. */
export type HalfSentSubmission = {
  /** Sends the body; answers status and body of the answer. */
  finish(): Promise<{ status: number; text: string }>;
};

/** Waits until the server asks for the body (`100 Continue`): from then on the request is in flight for both sides. */
export async function sendHalf(given: {
  apiUrl: string;
  apiKey: string;
  engineSlug: string;
  key: string;
  input: unknown;
}): Promise<HalfSentSubmission> {
  const body = JSON.stringify({ input: given.input });
  const sending = request(`${given.apiUrl}/api/v1/engines/${given.engineSlug}/runs`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${given.apiKey}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "idempotency-key": given.key,
      expect: "100-continue",
    },
  });
  const answered = Promise.withResolvers<IncomingMessage>();
  answered.promise.catch(() => undefined);
  sending.once("response", answered.resolve);
  sending.once("error", answered.reject);
  const mayContinue = new Promise<void>((resolve) => void sending.once("continue", () => resolve()));
  sending.flushHeaders();
  await Promise.race([mayContinue, answered.promise]);
  return {
    async finish() {
      sending.end(body);
      const answer = await answered.promise;
      answer.setEncoding("utf8");
      let text = "";
      for await (const chunk of answer) text += String(chunk);
      return { status: answer.statusCode ?? 0, text };
    },
  };
}
