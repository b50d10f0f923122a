import { loadConfigurationForRun } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import { configurationText } from "./compute/compute-run.ts";

/** Most configurations cached, a few hundred kilobytes each. They never go stale: the key is their hash. */
const keptMax = 128;

export type Configurations = {
  /** UTF-8 JSON of a configuration in memory shared with threads, or why there is none: `missing`, `inconsistent`. */
  load(configHash: string): Promise<SharedArrayBuffer | "missing" | "inconsistent">;
};

/** Loads configurations for threads. Concurrent runs with the same one load it once. */
export function openConfigurations(db: Database): Configurations {
  const kept = new Map<string, Promise<SharedArrayBuffer | "missing" | "inconsistent">>();

  async function read(configHash: string): Promise<SharedArrayBuffer | "missing" | "inconsistent"> {
    const stored = await loadConfigurationForRun(db, configHash);
    if (typeof stored === "string") return stored;
    const bytes = Buffer.from(configurationText(stored.effective, stored.registeredManifest), "utf8");
    const shared = new SharedArrayBuffer(bytes.length);
    bytes.copy(Buffer.from(shared));
    return shared;
  }

  return {
    load(configHash) {
      const cached = kept.get(configHash);
      if (cached) return cached;
      const reading = read(configHash);
      const oldest = kept.keys().next();
      if (kept.size >= keptMax && !oldest.done) kept.delete(oldest.value);
      kept.set(configHash, reading);
      // Do not cache failures: the row may arrive, the database may come back.
      reading.then(
        (outcome) => typeof outcome === "string" && kept.delete(configHash),
        () => kept.delete(configHash),
      );
      return reading;
    },
  };
}
