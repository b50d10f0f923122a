import { useQuery } from "@tanstack/react-query";
import { answer, client, type Schemas } from "../../api.ts";
import { useHere } from "../../parts/place.ts";

export type Json = Readonly<Record<string, unknown>>;
export type Issue = Schemas["ConfigValidation"]["issues"][number];

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

/** @throws SyntaxError with where it is no JSON object. */
export function parseConfig(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("A configuration is a JSON object, in braces.");
  return value;
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function written(config: Json): string {
  return JSON.stringify(config, null, 2);
}

/** Where a pointer's member stands in a text, near enough to lead there; the beginning when it is not in it. */
export function placeOf(text: string, pointer: string): { readonly from: number; readonly to: number } {
  let from = 0;
  let to = 0;
  for (const part of pointer.split("/").slice(1)) {
    const name = JSON.stringify(part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const at = /^\d+$/.test(part) ? -1 : text.indexOf(`${name}:`, to);
    if (at < 0) continue;
    from = at;
    to = at + name.length;
  }
  return { from, to };
}
