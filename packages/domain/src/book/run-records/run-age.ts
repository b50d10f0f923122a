/**
 * SQL of the lowest id that a run of an age can have. Ids begin with the milliseconds of their submission (`newRunId`), so a
 * primary key finds the oldest without an index on their time.
 * @param age an SQL interval.
 */
export function lowestRunIdOfAge(age: string): string {
  return `(lpad(to_hex(floor(extract(epoch from now() - ${age}) * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid`;
}
