/** A statement that is put together for one call: its text and the values that it names. */
export class SqlText {
  readonly values: unknown[] = [];
  readonly #places = new Map<string, string>();

  /** The placeholder of a value of an SQL type; a string or number that is given twice has one. */
  value(value: unknown, type: string): string {
    const id = typeof value === "string" || typeof value === "number" ? `${type} ${value}` : undefined;
    const existing = id === undefined ? undefined : this.#places.get(id);
    if (existing !== undefined) return existing;
    const place = `$${this.values.push(value)}::${type}`;
    if (id !== undefined) this.#places.set(id, place);
    return place;
  }
}

/** Whether version `of` is in the snapshot. */
export function inSnapshot(of: string, seq: string): string {
  return `(${of}.from_seq <= ${seq} and (${of}.to_seq is null or ${of}.to_seq > ${seq}))`;
}

/** Whether a client is in part `index` of `of` parts of a book (OPPS-11); MD5, which no version of PostgreSQL changes. */
export function isInPart(client: string, index: string, of: string): string {
  return `mod(('x' || left(md5(${client}), 8))::bit(32)::bigint, ${of}) = ${index}`;
}

/**
 * Conditions on the columns of an entry, and those that look elsewhere, which are asked only where the first hold: an
 * `and` would ask them as well where a column is null (measured: four times as long for a filter without matches).
 */
export function cheapFirst(cheap: readonly string[], costly: readonly string[]): string {
  const costlyConditions = costly.filter((one) => one !== "true");
  const all = cheap.join(" and ");
  return costlyConditions.length === 0 ? all : `case when ${all} then ${costlyConditions.join(" and ")} else false end`;
}
