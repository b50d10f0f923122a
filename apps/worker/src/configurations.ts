import { loadConfigurationForRun } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import { configurationText } from "./compute/compute-run.ts";

/** Texts kept, at most: a few hundred kilobytes each. They are immutable like the hash they are known by. */
const keptMax = 128;

export type Configurations = {
  /** UTF-8 text of a configuration in memory that threads share; `missing` and `inconsistent` say why there is none. */
  load(configHash: string): Promise<SharedArrayBuffer | "missing" | "inconsistent">;
};

/** Configurations as threads take them. Runs that need the same one at once load it once. */
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
      const known = kept.get(configHash);
      if (known) return known;
      const reading = read(configHash);
      const oldest = kept.keys().next();
      if (kept.size >= keptMax && !oldest.done) kept.delete(oldest.value);
      kept.set(configHash, reading);
      // What failed is read again: the row may arrive, the database may come back.
      reading.then(
        (outcome) => typeof outcome === "string" && kept.delete(configHash),
        () => kept.delete(configHash),
      );
      return reading;
    },
  };
}
