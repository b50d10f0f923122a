import { refuse } from "@service/contract/console";
import type { IncomingMessage } from "node:http";

/**
 * Refuses a request that the console's own page did not send (CON-80). Cookies are SameSite=Strict; this is the second
 * lock: the host, and for acts the origin and a header that no form can send.
 * @throws `host_refused`, `cross_site_refused`.
 */
export function refuseCrossSite(request: Pick<IncomingMessage, "headers" | "method">, publicUrl: URL): void {
  const { headers, method } = request;
  if (headers.host !== publicUrl.host) throw refuse("host_refused");
  const site = headers["sec-fetch-site"];
  if (method === "GET" || method === "HEAD") {
    if (site !== undefined && site !== "same-origin" && site !== "none") throw refuse("cross_site_refused");
    return;
  }
  const isOwnPage = site === undefined ? headers.origin === publicUrl.origin : site === "same-origin";
  const isOwnOrigin = headers.origin === undefined || headers.origin === publicUrl.origin;
  const type = headers["content-type"] ?? "application/json";
  const isOwnType = /^(?:application\/json|multipart\/form-data)(?:\s*;|$)/i.test(type);
  if (!isOwnPage || !isOwnOrigin || !isOwnType || headers["x-console"] !== "1") throw refuse("cross_site_refused");
}
