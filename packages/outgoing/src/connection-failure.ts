import { RequestError, TimeoutError } from "got";

/** Why no answer came, as a closed list. */
export const connectionFailures = [
  "blocked_address",
  "dns_failed",
  "connect_refused",
  "connect_failed",
  "connect_timeout",
  "tls_failed",
  "timeout",
  "connection_reset",
  "malformed_response",
] as const;
export type ConnectionFailure = (typeof connectionFailures)[number];

/** Why a request through `got` had no answer, from the error that it threw. */
export function connectionFailureOf(error: unknown): ConnectionFailure {
  if (error instanceof TimeoutError) {
    switch (error.event) {
      case "lookup":
        return "dns_failed";
      case "connect":
      case "secureConnect":
        return "connect_timeout";
      default:
        return "timeout";
    }
  }
  const code = error instanceof RequestError ? error.code : "";
  switch (code) {
    case "ERR_BLOCKED_ADDRESS":
      return "blocked_address";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "dns_failed";
    case "ECONNREFUSED":
      return "connect_refused";
    case "ETIMEDOUT":
      return "connect_timeout";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return "connect_failed";
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNABORTED":
      return "connection_reset";
  }
  if (code.startsWith("HPE_")) return "malformed_response";
  if (/^(CERT_|DEPTH_ZERO|EPROTO|ERR_SSL|ERR_TLS|HOSTNAME_|SELF_SIGNED|UNABLE_TO_)/.test(code)) return "tls_failed";
  return "connection_reset";
}
