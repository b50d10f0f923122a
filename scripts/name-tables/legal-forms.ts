/** The table of legal forms from `legal-forms.txt` and `short-legal-forms.txt`. */
import { phrasesOf } from "./phrases.ts";
import { linesOf, partsOf, sourceOf } from "./sources.ts";

/** What short-legal-forms.txt says of one phrase. */
type ShortForm = { readonly place: string; readonly kind?: string };

const shortLettersMax = 3;
const ambiguousKind = "other";
/** Such phrases follow a name ("and sons", "y cia"). */
const joinsOn = /^(?:and|und|en|et|e|y|ve|kai) /;

/** A line of legal-forms.txt: class, where the form is used, its usual abbreviation, its other spellings. */
export type LegalFormLine = {
  readonly kind: string;
  readonly where: string;
  readonly display: string;
  readonly aliases: readonly string[];
};

export function readLegalForms(): LegalFormLine[] {
  return linesOf(sourceOf("legal-forms.txt")).map((line) => {
    const [kind = "", where = "", display = "", aliases = ""] = line.split("|");
    return { kind, where, display, aliases: partsOf(aliases, ";") };
  });
}

/**
 * One string: a line for each class, its phrases separated by "|", those that count only at the start of a name with "^"
 * before them, only at the end with "$" behind them. A phrase that stands for several classes is `other`.
 */
export function legalFormsText(lines: readonly LegalFormLine[]): string {
  const shortForms = readShortForms();
  const kinds = new Map<string, string>();
  for (const { kind, display, aliases } of lines) {
    for (const phrase of new Set([display, ...aliases].flatMap(phrasesOf))) {
      if (!isLegalForm(phrase, shortForms)) continue;
      const existing = kinds.get(phrase);
      kinds.set(phrase, existing === undefined || existing === kind ? kind : ambiguousKind);
    }
  }
  const byKind = new Map<string, string[]>();
  for (const [phrase, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const short = shortForms.get(phrase);
    const group = short?.kind ?? kind;
    byKind.set(group, [...(byKind.get(group) ?? []), marked(phrase, short)]);
  }
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, phrases]) => `${kind}:${phrases.join("|")}`)
    .join("\n");
}

/** The shortest forms are taken only after a look at each; others unless they are also names or words of business. */
function isLegalForm(phrase: string, shortForms: ReadonlyMap<string, ShortForm>): boolean {
  const place = shortForms.get(phrase)?.place;
  if (place === "never") return false;
  return place !== undefined || phrase.replaceAll(" ", "").length > shortLettersMax;
}

function marked(phrase: string, short: ShortForm | undefined): string {
  if (short?.place === "start") return `^${phrase}`;
  return short?.place === "end" || joinsOn.test(phrase) ? `${phrase}$` : phrase;
}

function readShortForms(): Map<string, ShortForm> {
  const forms = new Map<string, ShortForm>();
  for (const line of linesOf(sourceOf("short-legal-forms.txt"))) {
    const [place = "", entries = ""] = line.split(":");
    for (const entry of entries.match(/"[^"]+"|\S+/g) ?? []) {
      const [phrase = "", kind] = entry.replaceAll('"', "").split("=");
      forms.set(phrase, { place, ...(kind !== undefined && { kind }) });
    }
  }
  return forms;
}
