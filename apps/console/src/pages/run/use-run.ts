import { useDocumentVisibility } from "@mantine/hooks";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answer, type BodyOf, client } from "../../api.ts";
import { useIsLive } from "../../parts/live.ts";
import { useHere } from "../../parts/place.ts";
import { queries } from "../../queries.ts";

export type Run = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}">;
export type RunTimeline = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/timeline">;

/** Statuses of a run that goes on. */
export const unfinished: readonly string[] = ["queued", "processing"];

/** Streams that may fail one after the other before the page polls. */
const failuresMax = 2;

/** A run, read again whenever its stream says that it has changed, until it has ended; polled where streams fail. */
export function useRun(id: string): UseQueryResult<Run> {
  const { path, base } = useHere();
  const [failures, setFailures] = useState(0);
  const isSeen = useDocumentVisibility() === "visible";
  const isLive = useIsLive();
  const read = useQuery({
    queryKey: ["run", path, id],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}", {
          signal,
          params: { path: { ...path, run_id: id } },
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      failures >= failuresMax && data && unfinished.includes(data.status) ? 2_000 : false,
  });
  const isFollowed =
    isSeen && isLive && failures < failuresMax && read.data !== undefined && unfinished.includes(read.data.status);
  useEffect(() => {
    if (!isFollowed) return;
    const source = new EventSource(`/console/v1${base}/run-list/${id}/watch`);
    source.addEventListener("open", () => setFailures(0));
    source.addEventListener("error", () => setFailures((count) => count + 1));
    source.addEventListener("run", () => {
      for (const kind of ["run", "timeline"]) void queries.invalidateQueries({ queryKey: [kind] });
    });
    return () => source.close();
  }, [isFollowed, base, id]);
  return read;
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
    // Heartbeats and leases move without the run.
    refetchInterval: isFinished ? false : 5_000,
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
