import { parse, type ParsedUrlQuery } from "node:querystring";

/**
 * Every parameter of a query. By default Node reads the first 1,000, counting empty ones, and drops the rest silently: a
 * filter behind them would widen what is read (PLAT-98). The bound on headers bounds their number.
 */
export function parseQueryString(query: string | null | undefined): ParsedUrlQuery {
  return parse(query ?? "", "&", "=", { maxKeys: 0 });
}
