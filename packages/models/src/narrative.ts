import { cut, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";

const narrativeCharsMax = 8000;

/** One statement of a narrative with the evidence it rests on. */
export type NarrativeSentence = { readonly text: string; readonly evidenceIds: readonly string[] };

export type NarrativeVerdict = { readonly accepted: true } | { readonly accepted: false; readonly reason: string };

/**
 * The narrative written from a template: each sentence followed by its markers, `Liquor liability is missing [e4, e9].`
 * Sentences that would exceed 8,000 characters are left out from the tail. `citations` are in the order of first mention.
 */
export function templateNarrative(sentences: readonly NarrativeSentence[]) {
  return { source: "template" as const, ...composeNarrative(sentences) };
}

/** Text with markers and the ids it cites, as templates and accepted answers store them. */
export function composeNarrative(sentences: readonly NarrativeSentence[]): {
  readonly text: string;
  readonly citations: string[];
} {
  const citations = new Set<string>();
  let text = "";
  for (const sentence of sentences) {
    const written = markedSentence(sentence);
    if (written === "") continue;
    const extended = text === "" ? written : `${text} ${written}`;
    if ([...extended].length > narrativeCharsMax) break;
    text = extended;
    for (const id of sentence.evidenceIds) citations.add(id);
  }
  return { text, citations: [...citations] };
}

/**
 * Whether a model's text may replace the template (MODEL-21). Every sentence must carry a marker such as `[e3]` or
 * `[e1, e4]` before or after its full stop; every cited id must exist, and `citations` must be the ids cited; every number,
 * in digits or in words, must occur in the evidence the sentence cites or in `summary`. A share may be written as percent
 * and any number rounded to the decimals shown.
 */
export function validateModelNarrative(
  text: string,
  citations: readonly string[],
  evidence: readonly JsonObject[],
  summary: JsonObject,
): NarrativeVerdict {
  if (text.trim() === "") return refused("empty text");
  if ([...text].length > narrativeCharsMax) return refused("text too long");
  if (!text.isWellFormed()) return refused("text not well formed");
  const byId = new Map<string, JsonObject>();
  for (const item of evidence) if (typeof item.evidence_id === "string") byId.set(item.evidence_id, item);
  const figures = new Figures();
  figures.addFrom(summary);
  const cited = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    const ids = markersOf(sentence);
    if (ids.length === 0) return refused(`uncited sentence: "${cut(sentence, 80)}"`);
    const own = new Figures();
    for (const id of ids) {
      const item = byId.get(id);
      if (item === undefined) return refused(`unknown evidence ${id}`);
      cited.add(id);
      own.addFrom({ excerpt: item.excerpt ?? null, value: item.value ?? null, ref: item.ref ?? null });
    }
    for (const number of numbersIn(sentence.replace(markerPattern, " "))) {
      if (!figures.has(number) && !own.has(number)) return refused(`ungrounded number ${number.text}`);
    }
  }
  const listed = new Set(citations);
  if (listed.size !== cited.size || [...cited].some((id) => !listed.has(id)))
    return refused("citations differ from the text");
  return { accepted: true };
}

const markerPattern = /\[\s*e\d{1,5}(?:\s*,\s*e\d{1,5})*\s*\]/g;

function markedSentence(sentence: NarrativeSentence): string {
  const text = sentence.text.trim();
  if (text === "" || sentence.evidenceIds.length === 0) return text;
  const end = /[.!?]$/.exec(text)?.[0] ?? ".";
  const body = text.endsWith(end) ? text.slice(0, -end.length) : text;
  return `${body} [${sentence.evidenceIds.join(", ")}]${end}`;
}

function markersOf(text: string): string[] {
  return [...text.matchAll(markerPattern)].flatMap((match) => match[0].match(/e\d{1,5}/g) ?? []);
}

/** Sentences end at `.`, `!`, `?`, a colon-ended or plain line. A marker after the full stop belongs to the sentence before it. */
function sentencesOf(text: string): string[] {
  const moved = text.replace(/([.!?])((?:\s*\[\s*e\d{1,5}(?:\s*,\s*e\d{1,5})*\s*\])+)/g, "$2$1");
  return moved
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.replace(markerPattern, " ")) || markersOf(sentence).length > 0);
}

type WrittenNumber = {
  readonly text: string;
  readonly values: readonly number[];
  readonly decimals: number;
  readonly kind: "plain" | "percent" | "date";
};

const datePattern = /\b\d{4}-\d{2}-\d{2}\b/g;
const numberPattern = /(\d[\d,]*(?:\.\d+)?)\s*(%|percent\b|million\b|billion\b|thousand\b|hundred\b|[kKmM]\b)?/g;
const numberWords: ReadonlyMap<string, number> = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
  ["thirteen", 13],
  ["fourteen", 14],
  ["fifteen", 15],
  ["sixteen", 16],
  ["seventeen", 17],
  ["eighteen", 18],
  ["nineteen", 19],
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["seventy", 70],
  ["eighty", 80],
  ["ninety", 90],
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
  ["dozen", 12],
  ["half", 0.5],
  ["double", 2],
  ["twice", 2],
  ["triple", 3],
]);
const multipliers: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["thousand", 1e3],
  ["m", 1e6],
  ["million", 1e6],
  ["billion", 1e9],
  ["hundred", 100],
]);

function numbersIn(text: string): WrittenNumber[] {
  const found: WrittenNumber[] = [];
  const withoutDates = text.replace(datePattern, (date) => {
    found.push({ text: date, values: [], decimals: 0, kind: "date" });
    return " ";
  });
  const withoutDigits = withoutDates.replace(numberPattern, (written, digits: string, unit: string | undefined) => {
    const plain = Number(digits.replaceAll(",", ""));
    const decimals = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
    const word = unit?.toLowerCase();
    const multiplier = word === undefined ? undefined : multipliers.get(word);
    const kind = word === "%" || word === "percent" ? "percent" : "plain";
    const scale = multiplier ?? 1;
    found.push({ text: written, values: [plain * scale], decimals: decimals - Math.log10(scale), kind });
    return " ";
  });
  for (const [word] of withoutDigits.toLowerCase().matchAll(/\p{L}+/gu)) {
    const value = numberWords.get(word);
    if (value !== undefined) found.push({ text: word, values: [value], decimals: 2, kind: "plain" });
  }
  return found;
}

/** The numbers and dates a sentence may use. */
class Figures {
  readonly #numbers: number[] = [];
  readonly #dates = new Set<string>();

  addFrom(value: Json): void {
    if (typeof value === "number") this.#numbers.push(value);
    else if (typeof value === "string") {
      for (const number of numbersIn(value)) {
        if (number.kind === "date") this.#dates.add(number.text);
        else this.#numbers.push(...number.values);
      }
    } else if (isJsonArray(value)) for (const element of value) this.addFrom(element);
    else if (isJsonObject(value)) for (const member of Object.values(value)) this.addFrom(member);
  }

  has(number: WrittenNumber): boolean {
    if (number.kind === "date") return this.#dates.has(number.text);
    // Half a unit of the last digit written: 11.4% is accepted for 0.11379 and 1.2 million for 1,234,000.
    const tolerance = 0.5 * 10 ** -number.decimals + 1e-9;
    return number.values.some((written) =>
      this.#numbers.some((stated) => {
        const amount = Math.abs(stated);
        // A whole number written in full must be the number: 8,900 is refused for 8,886.
        const isWhole = number.decimals === 0 && Number.isInteger(amount);
        if (Math.abs(amount - written) <= (isWhole ? 1e-9 : tolerance)) return true;
        return number.kind === "percent" && Math.abs(amount * 100 - written) <= tolerance;
      }),
    );
  }
}

function refused(reason: string): NarrativeVerdict {
  return { accepted: false, reason };
}
