/**
 * Writes the tables behind name comparison (packages/engine-kit/src/names/tables/*.generated.ts) from their sources.
 *
 *   node scripts/build-name-tables.ts [--org-types FILE] [--symbols FILE] [--nicknames FILE]
 *
 * The files are fresh copies of rigour's `org_types.yml` and `symbols.yml` and of nicknames' `names.csv` (NOTICE says
 * where they come from): what they have and the sources lack is added to the sources first. `--check` writes nothing and
 * fails when a table is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedFiles } from "./name-tables/generated-files.ts";
import { addLegalForms, addNicknames, addSymbols } from "./name-tables/refresh.ts";
import { tablesFolder } from "./name-tables/sources.ts";

const { values } = parseArgs({
  options: {
    "org-types": { type: "string" },
    symbols: { type: "string" },
    nicknames: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const { "org-types": orgTypes, symbols, nicknames, check } = values;
if (orgTypes !== undefined) addLegalForms(readFileSync(orgTypes, "utf8"));
if (symbols !== undefined) addSymbols(readFileSync(symbols, "utf8"));
if (nicknames !== undefined) addNicknames(readFileSync(nicknames, "utf8"));

let stale = 0;
for (const [name, text] of Object.entries(generatedFiles())) {
  const path = join(tablesFolder, name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    stale += 1;
    process.stderr.write(`${name} is not what scripts/build-name-tables.ts writes\n`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
