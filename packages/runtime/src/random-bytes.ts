import { randomFillSync } from "node:crypto";

/** Enough for hundreds of ids: a call of the generator costs as much as filling kilobytes. */
const pool = Buffer.allocUnsafeSlow(8_192);
let at = pool.length;

/**
 * Random bytes from the system's generator, drawn in large portions: for the ids that every request makes.
 *
 * @param size at most 256.
 * @returns a view that is valid until the next call; copy what is kept. Not for secrets: used bytes stay in memory.
 */
export function idBytes(size: number): Buffer {
  if (size > 256) throw new RangeError("ids have at most 256 bytes");
  if (at + size > pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += size;
  return pool.subarray(at - size, at);
}
