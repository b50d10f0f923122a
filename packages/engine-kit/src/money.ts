import { roundHalfAwayFromZero } from "@service/json";

/** Greatest amount that integer cents hold exactly; larger amounts are `invalid_input` (TYPE-10). */
const centsMax = Number.MAX_SAFE_INTEGER;

/** Cents of an amount, rounded half away from zero; `undefined` for what is not finite or lies beyond 2^53 cents. */
export function toCents(n: number): number | undefined {
  if (!Number.isFinite(n)) return undefined;
  const cents = roundHalfAwayFromZero(n * 100, 0);
  return Math.abs(cents) > centsMax ? undefined : cents;
}

/** The amount of integer cents. Fractions of a cent are rounded half away from zero. */
export function fromCents(cents: number): number {
  return roundHalfAwayFromZero(cents, 0) / 100;
}
