import { createHmac, timingSafeEqual } from "node:crypto";
import { fail } from "@service/contract";
import type { Person } from "./seat-directory.ts";

/** Seconds that the signer's clock may differ from ours, either way. */
const windowSeconds = 300;

/** `v1.<unix seconds>.<hex>`; the digest in either case, the version as it is written. */
const form = /^v1\.(\d{1,15})\.([0-9a-fA-F]{64})$/;

/**
 * Checks the signed assertion of a request (SEAT-21): HMAC-SHA256 over `principal|email||seconds`, absent parts empty.
 * The time is judged after the signature, so that nobody learns from it who knows the secret.
 *
 * @param assertions the values of the header as sent.
 * @throws `assertion_invalid` when it is missing, sent twice, malformed or wrong; `assertion_stale` when its time is more
 *   than 300 seconds away.
 */
export function verifyAssertion(
  assertions: readonly string[],
  { principal = "", email = "" }: Person,
  secret: string,
  now: Date,
): void {
  const [assertion = "", ...more] = assertions;
  const parts = more.length > 0 ? null : form.exec(assertion.trim());
  const [, seconds, hex] = parts ?? [];
  if (seconds === undefined || hex === undefined) throw fail("assertion_invalid");
  const signed = createHmac("sha256", secret).update(`${principal}|${email}||${seconds}`).digest();
  if (!timingSafeEqual(signed, Buffer.from(hex, "hex"))) throw fail("assertion_invalid");
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(seconds)) > windowSeconds) throw fail("assertion_stale");
}
