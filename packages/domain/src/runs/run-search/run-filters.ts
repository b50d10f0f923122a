import type { AnnotationLabel, RunStatus } from "@service/contract";
import { everyRun, runViewValues, seesRun } from "../../book/run-records/index.ts";
import type { RunView } from "../../book/seats/index.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";

/** Which runs of an environment are looked for (CON-50). Members that are left out restrict nothing. */
export interface RunFilters {
  readonly statuses?: readonly RunStatus[] | undefined;
  readonly engineId?: string | undefined;
  /** `2.4`, `draft`, or a major number: `2` is every release of 2. */
  readonly version?: string | undefined;
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
  /** Of the last attempt; runs without an end have no duration. */
  readonly durationMinMs?: number | undefined;
  readonly subjectKey?: string | undefined;
  /** The acting principal or the key that submitted. */
  readonly submittedBy?: string | undefined;
  /** Of a failure: its `code`, or its `type` where it has none. */
  readonly code?: string | undefined;
  readonly stage?: string | undefined;
  readonly label?: AnnotationLabel | undefined;
  /** Left out: every run (REC-78). */
  readonly view?: RunView | undefined;
}

/** SQL of the code of a failed run `r`; null for any other. */
export const failureCode = `case when r.status = 'failed' then
  coalesce(r.error_details::json ->> 'code', r.error_details::json ->> 'type') end`;

/**
 * The condition that the run `r` passes the filters. A statement that is planned with its values drops what a null leaves
 * open.
 */
export const passesFilters = `r.organization_id = @organization_id and r.environment_id = @environment_id
     and (@created_from::timestamptz is null or r.created_at >= @created_from)
     and (@created_before::timestamptz is null or r.created_at < @created_before)
     and (@statuses::run_status[] is null or r.status = any(@statuses))
     and (@engine_id::uuid is null or r.engine_id = @engine_id)
     and (@version::text is null or r.engine_version = @version or starts_with(r.engine_version, @version || '.'))
     and (@duration_min_ms::float8 is null
       or extract(epoch from r.completed_at - r.started_at) * 1000 >= @duration_min_ms)
     and (@subject_key::text is null or r.subject_key = @subject_key)
     and (@submitted_by::text is null or r.acting_principal = @submitted_by or r.key_id = @submitted_by)
     and (@code::text is null or ${failureCode} = @code)
     and (@stage::text is null or r.stage = @stage)
     and (@label::text is null or exists (
       select from run_annotations a
       where a.run_id = r.id and a.organization_id = @organization_id and a.label = @label))
     and ${seesRun("r.id")}`;

/** Values of `passesFilters`. */
export function filterValues({ organizationId, environmentId }: EnvironmentScope, filters: RunFilters) {
  return {
    organizationId,
    environmentId,
    statuses: filters.statuses === undefined ? null : [...filters.statuses],
    engineId: filters.engineId ?? null,
    version: filters.version ?? null,
    createdFrom: filters.createdFrom ?? null,
    createdBefore: filters.createdBefore ?? null,
    durationMinMs: filters.durationMinMs ?? null,
    subjectKey: filters.subjectKey ?? null,
    submittedBy: filters.submittedBy ?? null,
    code: filters.code ?? null,
    stage: filters.stage ?? null,
    label: filters.label ?? null,
    ...runViewValues(filters.view ?? everyRun),
  };
}
