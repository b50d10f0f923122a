import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import { bookFamilies } from "../book.ts";
import { TextFile } from "../text-file.ts";
import { familiesOf, rowsOf } from "./delivered-client.ts";
import type { Shape } from "./shape.ts";

/** The native shape: a file of NDJSON for each family, `accounts.ndjson`, removals in them as `{.., removed: true}` (SAMPLE-21). */
export const nativeShape: Shape = {
  name: "native",
  complete: familyNames,
  held: (client) => client,
  delta: "rows",
  open: (folder, mode, _asOf, agency) => {
    const files = new Map<FamilyName, TextFile>();
    const fileOf = (family: FamilyName): TextFile => {
      const existing = files.get(family);
      if (existing !== undefined) return existing;
      const file = new TextFile(folder, `${family}.ndjson`);
      files.set(family, file);
      return file;
    };
    // A full delivery says of every family what is there, even when that is nothing.
    if (mode === "full") {
      for (const family of bookFamilies) fileOf(family);
      for (const [family, rows] of agency) for (const row of rows) fileOf(family).add(row);
    }
    return {
      add: ({ rows }) => {
        for (const family of familiesOf(rows)) {
          const file = fileOf(family);
          for (const row of rowsOf(rows, family)) file.add(row);
        }
      },
      remove: ({ family, id }) => fileOf(family).add({ [familyOf(family).keyName]: id, removed: true }),
      end: () => [...files].map(([, file]) => file.end()),
    };
  },
};
