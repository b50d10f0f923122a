import type { IncomingMessage } from "node:http";

/**
 * The token of `Bearer <token>`; undefined for a missing header, another scheme, an empty token (KEY-1) or two headers,
 * which are ambiguous.
 */
export function bearerToken(request: IncomingMessage): string | undefined {
  const [authorization = "", ...more] = request.headersDistinct["authorization"] ?? [];
  return more.length > 0 ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
