import { asJsonObject, valueAt } from "@service/json";
import { shownConfig } from "../connector-secrets.ts";
import { ConnectorError, type Fetch, type FetchOptions, lasting } from "../fetch.ts";
import { authorizationOf } from "./authorization.ts";
import { fetchDetails } from "./fetch-details.ts";
import { fetchPages, type Page, pageFile } from "./fetch-pages.ts";
import { openFetch, type OpenFetch } from "./fetch-state.ts";
import type { HttpJsonConfig } from "./http-json-config.ts";
import { createPatientRequests } from "./patient-requests.ts";
import { newestOf, withOverlap } from "./watermarks.ts";

/** A JSON interface: a list, perhaps with what was deleted and a document for each item (IMP-220 to IMP-226). */
export async function fetchHttpJson(config: HttpJsonConfig, options: Required<FetchOptions>): Promise<Fetch> {
  const { clock, log } = options;
  const watermark = config.watermark === undefined ? undefined : options.watermark;
  const identity = asJsonObject(JSON.parse(JSON.stringify({ config, watermark: watermark ?? null })));
  const settings = asJsonObject(identity["config"]);
  const open = await openFetch(options.spoolFolder, { ...identity, config: shownConfig(settings) }, clock);
  const { state, folder } = open;
  log.info({ pages: state.list.pages, is_delta: watermark !== undefined }, "fetching from a JSON interface");
  try {
    await fetchEverything(config, { ...options, watermark }, open);
    const next = nextWatermark(config, state, watermark);
    state.isFinished = true;
    await open.save();
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    return {
      kind: "fetched",
      mode: watermark === undefined ? "full" : "delta",
      // What changed while the pages came may be in them or not.
      asOf: new Date(state.started_at),
      fetchedAt: clock.now(),
      folder,
      paths: [
        ...numbers(state.list.pages).map((number) => pageFile("list", number)),
        ...numbers(state.deleted.pages).map((number) => pageFile("deleted", number)),
        ...numbers(state.details).map((number) => pageFile("details", number)),
      ],
      ...(next === undefined ? {} : { watermark: next }),
    };
  } catch (error) {
    // A next attempt would meet the same answer again, and a cursor that is no longer valid forever.
    if (error instanceof ConnectorError && !error.isTemporary) await open.discard();
    throw error;
  }
}

async function fetchEverything(
  config: HttpJsonConfig,
  options: Required<FetchOptions>,
  open: OpenFetch,
): Promise<void> {
  const { watermark, log } = options;
  const pace = { perMinute: config.per_minute, timeoutMs: config.timeout_s * 1_000 };
  const requests = createPatientRequests(pace, options);
  const authorization = authorizationOf(config.auth, requests, options.clock);
  const baseUrl = new URL(config.base_url);

  /** The bytes of an answer; its status where that is one of `accepted`. A refused token is replaced once. */
  async function get(
    url: URL,
    what: string,
    accepted: readonly number[],
    signal: AbortSignal,
  ): Promise<Buffer | number> {
    const ask = async (alsoAccepted: readonly number[]) =>
      requests.ask({ url, what, headers: await authorization.headers(signal), signal }, [...accepted, ...alsoAccepted]);
    let answer = await ask(config.auth?.kind === "oauth2_client_credentials" ? [401] : []);
    if (answer.status === 401 && authorization.forget()) answer = await ask([]);
    return accepted.includes(answer.status) ? answer.status : answer.body;
  }

  const pages = {
    baseUrl,
    watermark,
    get: async (url: URL, what: string) => {
      const body = await get(url, what, [], options.signal);
      if (typeof body === "number") throw new Error("no status was asked for");
      return body;
    },
  };
  const { state } = open;
  await fetchPages({ name: "list", listing: config.list, progress: state.list }, pages, open, (page) => {
    state.watermark = watermarkAfter(page, config, state.watermark);
  });
  if (config.deleted !== undefined && watermark !== undefined) {
    const { deleted } = config;
    await fetchPages({ name: "deleted", listing: deleted, progress: state.deleted }, pages, open, () => undefined);
  }
  if (config.detail !== undefined) {
    const source = { baseUrl, get, signal: options.signal };
    const gone = await fetchDetails({ list: config.list, detail: config.detail }, source, open);
    if (gone > 0) log.info({ gone }, "listed items were gone before their documents were fetched");
  }
}

/** The state's watermark after a page: of the first answer, because later changes come again, or the newest of all items. */
function watermarkAfter(page: Page, { watermark: place }: HttpJsonConfig, previous: string | null): string | null {
  switch (place?.from) {
    case undefined:
      return null;
    case "field":
      return newestOf(previous, page.items, place, page.what);
    case "response": {
      if (page.number > 1) return previous;
      const value = valueAt(page.json, place.path);
      if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
      throw lasting(`${page.what} has no watermark at ${place.path}.`);
    }
  }
}

/** What the next fetch asks with; where nothing came, what this one asked with. */
function nextWatermark(
  { watermark: place }: HttpJsonConfig,
  state: OpenFetch["state"],
  requested: string | undefined,
): string | undefined {
  if (place === undefined) return undefined;
  if (place.from === "response") return state.watermark ?? requested;
  if (state.watermark !== null) return withOverlap(state.watermark, place);
  if (state.list.items > 0) throw lasting(`No item of the list has a watermark at ${place.path}.`);
  return requested;
}
