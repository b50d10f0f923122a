/**
 * The seconds that a `Retry-After` asks for, written as seconds or as an HTTP date (RFC 9110); undefined when absent or
 * neither. Never negative.
 */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  const value = text?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const dateMs = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1_000);
}
