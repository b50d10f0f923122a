import { fail, limits } from "@service/contract";

/**
 * Refuses a secret that can be guessed, or that is too long to be one (KEY-43). The message never repeats it.
 * @throws `invalid_request`
 */
export function assertOperatorSecret(secret: string): void {
  const { operatorSecretCharsMin: min, operatorSecretBytes: max } = limits;
  if ([...secret].length < min)
    throw fail("invalid_request", {
      message: `A secret must have at least ${min} characters. Make one with: openssl rand -hex 32`,
    });
  if (Buffer.byteLength(secret) > max)
    throw fail("invalid_request", { message: `A secret must have at most ${max} bytes.` });
}
