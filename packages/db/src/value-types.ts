import pg from "pg";

/**
 * How values of Postgres become values of JavaScript in statements sent through `pg`, decided here and nowhere else:
 * - `timestamptz` is a `Date`: the contract's timestamps have milliseconds (PLAT-42).
 * - `int8` (counts, sums) is a `number`, refused beyond 2^53: a silently rounded count is worse than an error.
 * - `numeric` stays a string: money and scores are decimals, and a float would change them.
 * - `json` and `jsonb` are parsed; what must come back byte for byte is stored as `text`.
 *
 * Prisma's adapter passes its own parsers with every query and is not affected.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== "binary" && oid === pg.types.builtins.INT8) return readInt8;
    if (format !== "binary" && oid === pg.types.builtins.NUMERIC) return (text: string) => text;
    // oxlint-disable-next-line typescript/no-unsafe-return -- pg declares its parsers as any
    return pg.types.getTypeParser(oid, format);
  },
};

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("a 64-bit integer is beyond what a number holds exactly");
  return value;
}
