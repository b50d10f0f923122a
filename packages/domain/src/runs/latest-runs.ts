import { fail } from "@service/contract";
import { hotStatement } from "@service/db";
import type { Deps } from "../deps.ts";
import { readPin, type Pin } from "./pins.ts";

/**
 * Newest finished run of each subject, by the index on engine, environment, subject and finish time: one index probe
 * for each. Inputs: engine, environment, subjects, version (exact) or its prefix. Ties are broken by id.
 */
const findLatest = hotStatement(
  "runs_find_latest",
  `select wanted.subject_key as "subjectKey", found.id
   from unnest($3::text[]) as wanted (subject_key), lateral (
     select r.id from runs r
     where r.engine_id = $1 and r.environment_id = $2 and r.subject_key = wanted.subject_key
       and r.status in ('completed', 'degraded')
       and ($4::text is null or r.engine_version = $4) and ($5::text is null or starts_with(r.engine_version, $5))
     order by r.completed_at desc, r.id desc limit 1) found`,
);

/**
 * The newest completed or degraded run of each subject (domain.md G.2).
 * @param asked.pinText as in a submission; restricts the runs to those of that release line.
 * @returns run ids by subject key; subjects without a run are missing.
 * @throws `engine_version_invalid_format`.
 */
export async function findLatestRuns(
  deps: Deps,
  asked: {
    readonly engineId: string;
    readonly environmentId: string;
    readonly subjectKeys: readonly string[];
    readonly pinText: string | undefined;
  },
): Promise<Map<string, string>> {
  const pin = readPin(asked.pinText);
  if (!pin) throw fail("engine_version_invalid_format");
  const { exact, prefix } = versionFilter(pin);
  const { rows } = await deps.db.hot.query<{ subjectKey: string; id: string }>(
    findLatest([asked.engineId, asked.environmentId, [...new Set(asked.subjectKeys)], exact, prefix]),
  );
  return new Map(rows.map((row) => [row.subjectKey, row.id]));
}

function versionFilter(pin: Pin): { exact: string | null; prefix: string | null } {
  switch (pin.kind) {
    case "latest":
      return { exact: null, prefix: null };
    case "draft":
      return { exact: "draft", prefix: null };
    case "exact":
      return { exact: `${pin.major}.${pin.minor}`, prefix: null };
    case "major":
      return { exact: null, prefix: `${pin.major}.` };
  }
}
