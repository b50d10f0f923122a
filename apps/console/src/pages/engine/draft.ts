import { useQuery } from "@tanstack/react-query";
import { answer, client, type Schemas } from "../../api.ts";
import type { Json } from "../../parts/json-text.ts";
import { useHere } from "../../parts/place.ts";

/** The saved draft with its revision, which a save names. */
export interface Draft {
  readonly config: Json;
  readonly savedAt: string;
  readonly savedBy: string;
  readonly revision: string;
}

const route = "/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}/config";
export interface EnginePath {
  readonly organization_id: string;
  readonly environment: string;
  readonly engine_slug: string;
}

/** Where an engine is, for the routes of it. */
export function useEnginePath(slug: string): EnginePath {
  return { ...useHere().path, engine_slug: slug };
}

export function useDraft(slug: string) {
  const path = useEnginePath(slug);
  return useQuery({
    queryKey: ["draft", path],
    queryFn: ({ signal }) => readDraft(path, signal),
    // What a person edits must not change under their hands; a save names the revision that was read.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

export function readDraft(path: EnginePath, signal?: AbortSignal): Promise<Draft> {
  return draftOf(client.GET(route, { params: { path }, ...(signal && { signal }) }));
}

/** @throws ApiError `revision_conflict` when somebody saved since `revision` was read. */
export function saveDraft(path: EnginePath, config: Json, revision: string): Promise<Draft> {
  return draftOf(client.PUT(route, { params: { path, header: { "if-match": revision } }, body: { config } }));
}

async function draftOf(
  sent: Promise<{ data?: Schemas["EngineConfigResponse"]; error?: unknown; response: Response }>,
): Promise<Draft> {
  const { config, config_updated_at: savedAt, config_updated_by: savedBy } = await answer(sent);
  const { response } = await sent;
  return { config, savedAt, savedBy, revision: response.headers.get("etag") ?? "" };
}
