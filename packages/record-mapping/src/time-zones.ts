/** Whether the name is that of a time zone: `America/Chicago`, `UTC`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const dayMs = 86_400_000;
/** Zones change at the beginning of a quarter of an hour at the finest. */
const quarterMs = 900_000;
const offsetsMax = 20_000;

/**
 * The instant of a local date and time in a zone, as RFC 3339 in UTC. A time that occurs twice is its first occurrence,
 * one that is skipped the time as far after the gap. Undefined outside the years 1 to 9999.
 */
export function instantsIn(timeZone: string): (date: string, time: string) => string | undefined {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  // Formatting takes ten times as long as everything else that is done with a time.
  const offsets = new Map<number, number>();
  const isUtc = parts.resolvedOptions().timeZone === "UTC";

  const offsetAt = (utcMs: number): number => {
    const cached = offsets.get(utcMs);
    if (cached !== undefined) return cached;
    const at = new Map(parts.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
    const local = Date.UTC(
      at.get("year") ?? 0,
      (at.get("month") ?? 1) - 1,
      at.get("day") ?? 1,
      at.get("hour") ?? 0,
      at.get("minute") ?? 0,
      at.get("second") ?? 0,
    );
    const offset = local - Math.floor(utcMs / 1000) * 1000;
    if (offsets.size >= offsetsMax) offsets.clear();
    offsets.set(utcMs, offset);
    return offset;
  };

  return (date, time) => {
    const localMs = Date.parse(`${date}T${time}Z`);
    if (Number.isNaN(localMs)) return undefined;
    if (isUtc) return written(localMs);
    const day = Math.floor(localMs / dayMs);
    const before = offsetAt((day - 1) * dayMs);
    const after = offsetAt((day + 2) * dayMs);
    if (before === after) return written(localMs - before);
    for (const offset of [before, after]) {
      if (offsetAt(Math.floor((localMs - offset) / quarterMs) * quarterMs) === offset) return written(localMs - offset);
    }
    return written(localMs - before);
  };
}

function written(utcMs: number): string | undefined {
  const text = new Date(utcMs).toISOString();
  return text.length === 24 ? text.replace(".000Z", "Z") : undefined;
}
