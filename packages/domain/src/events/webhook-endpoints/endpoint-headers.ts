import { fail, limits } from "@service/contract";

/** RFC 9110 token. */
const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;
/** Visible ASCII with inner spaces and tabs, or empty: what every HTTP library sends as it is. */
const valuePattern = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** Headers that frame the message, or that the service sets (HOOK-5). */
const refusedNames: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "cookie",
  "accept-encoding",
  "user-agent",
  "traceparent",
  "tracestate",
]);
const refusedPrefixes = ["content-", "connection-", "proxy-", "webhook-", "x-service-"];

/** Shown instead of every value: values are credentials of the receiver. */
export const maskedHeaderValue = "********";

/**
 * Checks the custom headers of an endpoint.
 * @returns them with lower-case names, sorted, so that two spellings of one name cannot both be stored.
 * @throws `invalid_header` naming the header, never its value.
 */
export function checkEndpointHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > limits.webhookHeadersMax)
    throw fail("invalid_header", { message: `At most ${limits.webhookHeadersMax} custom headers are allowed.` });
  const checked = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!namePattern.test(name))
      throw fail("invalid_header", {
        message: "The name of a custom header must be 1 to 128 letters, digits or characters of !#$%&'*+-.^_`|~.",
      });
    const lower = name.toLowerCase();
    if (refusedNames.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix)))
      throw fail("invalid_header", { message: `The header ${lower} is set by the service.` });
    if (checked.has(lower)) throw fail("invalid_header", { message: `The header ${lower} is given twice.` });
    // An endpoint that was read and sent back: storing the mask would lose the credential.
    if (value === maskedHeaderValue)
      throw fail("invalid_header", {
        message: `The value of ${lower} is the mask that reads show. Send its value, or leave headers out to keep them.`,
      });
    if (Buffer.byteLength(value, "utf8") > limits.webhookHeaderValueBytes || !valuePattern.test(value))
      throw fail("invalid_header", {
        message: `The value of ${lower} must be at most ${limits.webhookHeaderValueBytes} bytes of visible ASCII.`,
      });
    checked.set(lower, value);
  }
  return Object.fromEntries([...checked].sort(([a], [b]) => (a < b ? -1 : 1)));
}
