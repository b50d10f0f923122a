import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, type BodyOf, client } from "../../api.ts";
import { useHere } from "../../parts/place.ts";

export type Run = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}">;
export type RunTimeline = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/timeline">;

/** Statuses of a run that goes on. */
export const unfinished: readonly string[] = ["queued", "processing"];

/** A run, read again until it has ended. */
export function useRun(id: string): UseQueryResult<Run> {
  const { path } = useHere();
  return useQuery({
    queryKey: ["run", path, id],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}", {
          signal,
          params: { path: { ...path, run_id: id } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data && unfinished.includes(data.status) ? 2_000 : false),
  });
}

/** What happened to a run, and why it is as it is. */
export function useTimeline(id: string, isFinished: boolean): UseQueryResult<RunTimeline> {
  const { path } = useHere();
  return useQuery({
    queryKey: ["timeline", path, id, isFinished],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/timeline", {
          signal,
          params: { path: { ...path, run_id: id } },
        }),
      ),
    refetchInterval: isFinished ? false : 3_000,
  });
}

/** The newest corrected result of a finished run, and all corrections; `run` is null without one. */
export function useCorrected(id: string, isFinished: boolean) {
  const { path } = useHere();
  return useQuery({
    queryKey: ["corrected", path, id],
    enabled: isFinished,
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/corrected", {
          signal,
          params: { path: { ...path, run_id: id } },
        }),
      ),
  });
}
