import { connect } from "node:tls";
import { problem, ok, type Verdict, warning } from "./finding.ts";

const answerMs = 5_000;
const certificateDaysMin = 14;
const dayMs = 24 * 60 * 60 * 1_000;

/** Whether something answers at an address, and over TLS by a certificate that stays valid for a while. */
export async function checkAddress(address: string): Promise<Verdict> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return problem(`${address} is not an http or https address`, "name one such as https://api.example.com/health");
  const url = new URL(address);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${answerMs / 1_000} s`)), answerMs);
  try {
    const answer = await Promise.race([fetch(url, { redirect: "manual" }), late]);
    await answer.body?.cancel();
    if (url.protocol === "http:")
      return isOfThisMachine(url)
        ? ok(`${address} answers (${answer.status})`)
        : warning(`${address} answers without TLS`, "put TLS before it, and name it with https:");
    const days = await certificateDays(url);
    if (days < certificateDaysMin)
      return warning(`the certificate of ${address} ends in ${days} days`, "renew the certificate");
    return ok(`${address} answers (${answer.status}); its certificate is valid for ${days} days`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : "the connection is refused";
    return problem(
      `${address} does not answer: ${reason}`,
      "start what listens there, or correct the address, its DNS name or its certificate",
    );
  } finally {
    clearTimeout(timer);
  }
}

function isOfThisMachine({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127[.]/.test(hostname);
}

async function certificateDays({ hostname, port }: URL): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname }, () => {
    resolve(Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs));
  });
  socket.setTimeout(answerMs, () => socket.destroy(new Error("no answer")));
  socket.once("error", reject);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
