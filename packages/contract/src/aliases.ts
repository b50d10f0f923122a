/**
 * Earlier names that keep working (PLAT-6, KEY-22). One table; the three places that read it are the mount,
 * the header reader and the key issuer.
 */
export const aliases = {
  /** Path prefix → the prefix it stands for. */
  paths: { "/api/v1/book": "/api/v1/records" },
  /** Header name → the header it stands for. */
  headers: {
    "x-service-book-assertion": "x-service-records-assertion",
    "x-service-book-lens": "x-service-records-lens",
  },
  /** Capability → the capability it stands for. */
  capabilities: {
    "book:read": "records:read",
    "book:opportunities:run": "records:opportunities:run",
    "book:analyze": "records:analyze",
  },
} as const;

/** A header under its name and its former ones, the current one first. */
export function headerNamesOf(name: string): readonly string[] {
  return [name, ...Object.entries(aliases.headers).flatMap(([former, current]) => (current === name ? [former] : []))];
}
