import type { paths } from "../../generated/console-api.ts";

export type RunQuery = NonNullable<
  paths["/console/v1/o/{organization_id}/e/{environment}/run-list/count"]["get"]["parameters"]["query"]
>;

export const statuses = ["queued", "processing", "completed", "degraded", "failed", "cancelled"] as const;
export const windows = {
  "1h": ["Last hour", 3_600_000],
  "24h": ["Last 24 hours", 86_400_000],
  "7d": ["Last 7 days", 7 * 86_400_000],
  "30d": ["Last 30 days", 30 * 86_400_000],
} as const;

/** Filters that the address may have, besides `last` and `status`. */
const plain = [
  "engine_id",
  "version",
  "from",
  "before",
  "min_ms",
  "subject",
  "submitted_by",
  "code",
  "stage",
  "label",
] as const;

/** The filters of an address, as the server takes them. A relative window begins now. */
export function queryOf(state: Readonly<Record<string, string>>, now: number): RunQuery {
  const given = plain.flatMap((name): [string, string][] => (state[name] === undefined ? [] : [[name, state[name]]]));
  const status = state["status"]
    ?.split(",")
    .filter((each) => statuses.some((one) => one === each))
    .join(",");
  const length = isWindow(state["last"]) ? windows[state["last"]][1] : undefined;
  return {
    ...Object.fromEntries(given),
    ...(status !== undefined && status !== "" && { status }),
    // To the minute: the same list stays the same query.
    ...(length !== undefined && { from: new Date(Math.floor((now - length) / 60_000) * 60_000).toISOString() }),
  };
}

export function isWindow(text: string | undefined): text is keyof typeof windows {
  return text !== undefined && Object.hasOwn(windows, text);
}

/** The filters alone, to carry along to a run and back. */
export function filtersOf(state: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names: readonly string[] = [...plain, "status", "last"];
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}
