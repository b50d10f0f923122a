/** The generated files of packages/engine-kit/src/names/tables: what each is called, exports and holds. */
import { legalFormsText, readLegalForms } from "./legal-forms.ts";
import {
  abbreviationsText,
  genericWordsText,
  nicknamesText,
  numberWordsText,
  personWordsText,
  spellingsText,
} from "./word-tables.ts";

/** File name to text. The tables are strings, because thousands of literals take longer to load than one to split. */
export function generatedFiles(): Record<string, string> {
  return {
    "legal-forms.generated.ts": module("legalFormsText", "legal-forms.txt", legalFormsText(readLegalForms())),
    "generic-words.generated.ts": module("genericWordsText", "generic-words.txt", genericWordsText()),
    "abbreviations.generated.ts": module("abbreviationsText", "abbreviations.txt", abbreviationsText()),
    "person-words.generated.ts": module("personWordsText", "person-words.txt", personWordsText()),
    "spellings.generated.ts": module("spellingsText", "spellings.txt", spellingsText()),
    "nicknames.generated.ts": module("nicknamesText", "nicknames.txt", nicknamesText()),
    "number-words.generated.ts": module("numberWordsText", "number-words.txt", numberWordsText()),
  };
}

function module(name: string, source: string, text: string): string {
  if (/[`\\$](?=\{)|[`\\]/.test(text)) throw new Error(`${source}: a table must not hold backticks or backslashes`);
  return [
    `/** Written by scripts/build-name-tables.ts from source/${source}; sources and licences: NOTICE. */`,
    `export const ${name} = \`${text}\`;`,
    "",
  ].join("\n");
}
