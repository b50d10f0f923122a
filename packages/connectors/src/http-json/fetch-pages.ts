import { join } from "node:path";
import { isJsonArray, type Json, parseJson, valueAt } from "@service/json";
import { type ConnectorError, lasting } from "../fetch.ts";
import { writeWhole } from "../spool.ts";
import type { ListingProgress, OpenFetch } from "./fetch-state.ts";
import type { Listing } from "./http-json-config.ts";

const pagesMax = 10_000;

export interface Page {
  /** As a sentence names it: `Page 3 of the list`. */
  readonly what: string;
  readonly number: number;
  readonly json: Json;
  readonly items: readonly Json[];
}

export interface PageSource {
  readonly baseUrl: URL;
  readonly watermark: string | undefined;
  /** The bytes of an answer. @throws ConnectorError */
  get(url: URL, what: string): Promise<Buffer>;
}

/** The file of a page in the folder of its fetch. */
export function pageFile(name: "list" | "deleted" | "details", number: number): string {
  return `${name}-${String(number).padStart(6, "0")}.${name === "details" ? "ndjson" : "json"}`;
}

/**
 * Fetches the pages of a listing that are not there yet, each into a file as it came (IMP-223, IMP-225).
 * @param onPage may change the state, which is saved afterwards.
 */
export async function fetchPages(
  { name, listing, progress }: { name: "list" | "deleted"; listing: Listing; progress: ListingProgress },
  source: PageSource,
  open: OpenFetch,
  onPage: (page: Page) => void,
): Promise<void> {
  const seen = new Set(progress.next === null ? [] : [progress.next]);
  while (!progress.isDone) {
    const number = progress.pages + 1;
    const what = `Page ${number} of the ${name === "list" ? "list" : "list of deletions"}`;
    if (number > pagesMax)
      throw lasting(`The ${name === "list" ? "list" : "list of deletions"} has more than ${pagesMax} pages.`);
    const url = addressOf(listing, progress.next, source, what);
    const body = await source.get(url, what);
    const page = readPage(body, listing, { what, number });
    const next = nextOf(page, listing, progress, url);
    if (next !== null) {
      // Asking again for what was asked for before never ends.
      if (seen.has(next)) throw lasting(`${what} names a next page that was fetched before.`);
      seen.add(next);
    }
    await writeWhole(join(open.folder, pageFile(name, number)), body);
    onPage(page);
    Object.assign(progress, { pages: number, items: progress.items + page.items.length, next, isDone: next === null });
    await open.save();
  }
}

/** Reads a page that was fetched, or is being fetched. @throws ConnectorError with the page. */
export function readPage(
  body: Buffer,
  { items: path }: Pick<Listing, "items">,
  { what, number }: Pick<Page, "what" | "number">,
): Page {
  const json = readJson(body, what);
  const items = valueAt(json, path);
  if (!isJsonArray(items)) {
    throw lasting(`${what} has no array at ${path === "" ? "its root" : path}.`);
  }
  return { what, number, json, items };
}

/** @throws ConnectorError: an error page or half an answer; its text is not repeated. */
export function readJson(body: Buffer, what: string): Json {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw lasting(`${what} is not JSON.`);
  }
}

/** What follows the base address keeps its path. */
export function below(baseUrl: URL, path: string): URL {
  return new URL(`${baseUrl.href.replace(/\/$/, "")}${path}`);
}

function addressOf(listing: Listing, next: string | null, { baseUrl, watermark }: PageSource, what: string): URL {
  const place = listing.next;
  if (place?.from === "link" && next !== null) return linkedAddress(next, baseUrl, what);
  const url = below(baseUrl, listing.path);
  for (const [name, text] of Object.entries(listing.query)) {
    if (!text.includes("{{watermark}}")) url.searchParams.append(name, text);
    // A first fetch asks without it, for everything.
    else if (watermark !== undefined)
      url.searchParams.append(
        name,
        text.replaceAll("{{watermark}}", () => watermark),
      );
  }
  switch (place?.from) {
    case "cursor":
      if (next !== null) url.searchParams.set(place.query, next);
      break;
    case "page":
      url.searchParams.set(place.query, next ?? String(place.first));
      break;
    case "offset":
      url.searchParams.set(place.query, next ?? "0");
      break;
    case "link":
    case undefined:
  }
  return url;
}

/** The credentials go wherever the link points, so it may point to the same server only. */
function linkedAddress(link: string, baseUrl: URL, what: string): URL {
  const url = URL.parse(link);
  if (url === null || url.origin !== baseUrl.origin || url.username !== "" || url.password !== "") {
    throw lasting(`${what} is linked at another server than the base address.`);
  }
  return url;
}

/** What leads to the next page; null: this is the last one. */
function nextOf(
  { json, items, what, number }: Page,
  { next }: Listing,
  progress: ListingProgress,
  url: URL,
): string | null {
  if (next === undefined) return null;
  switch (next.from) {
    case "cursor":
    case "link": {
      const value = valueAt(json, next.path);
      if (value === undefined || value === null || value === "" || value === false) return null;
      if (typeof value !== "string" && typeof value !== "number") throw notANext(what, next.path);
      if (next.from === "cursor") return String(value);
      const linked = URL.parse(String(value), url.href);
      if (linked === null) throw notANext(what, next.path);
      return linked.href;
    }
    case "page":
      return items.length === 0 ? null : String(next.first + number);
    case "offset":
      if (items.length > next.size)
        throw lasting(`${what} has ${items.length} items, more than the size ${next.size}.`);
      // A server may give fewer than were asked for: only an empty page is surely the last.
      return items.length === 0 ? null : String(progress.items + items.length);
  }
}

function notANext(what: string, path: string): ConnectorError {
  return lasting(`${what} has something else than a next page at ${path}.`);
}
