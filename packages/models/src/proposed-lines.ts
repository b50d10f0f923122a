import { cut, type Json, type JsonObject, oneOf } from "@service/json";
import {
  anchorChars,
  anchorReachChars,
  isClaimed,
  listIn,
  placesOf,
  type ReadFigures,
  type Span,
  squeezed,
  type SqueezedText,
  valueConfidence,
} from "./anchors.ts";
import { type AcceptedLine, lineFields, type SourceText } from "./enrichment-exchange.ts";

/** Rows above its anchor in which a label may stand. */
const rowsAbove = 3;
/** Places at which one anchor is tried. */
const placesMax = 20;
/** An amount or a share as it is written, blacked out or not: of several none is the one that is meant. */
const written =
  /\$\s?[\d\u2588][\d\u2588,.]*|[\d\u2588]{1,3}(?:,[\d\u2588]{3})+|\d[\d.]*\s?(?:%|k\b|mm?\b|thousand|mil|billion)|[\d\u2588]{3,}|\u2588+/gi;
/** A longer row is no row of a document, and is not searched. */
const rowCharsMax = 2000;

/**
 * The coverage lines that a model may add (MODEL-35). The model only points: code finds anchor and label in the named
 * document, reads the one value there, and takes it when it is the claimed one. The first of a coverage's field counts.
 */
export function checkProposedLines(
  documents: readonly SourceText[],
  answer: Json,
  readFigures: ReadFigures,
): { readonly accepted: AcceptedLine[]; readonly rejected: { readonly label: string; readonly reason: string }[] } {
  const accepted = new Map<string, AcceptedLine>();
  const rejected: { label: string; reason: string }[] = [];
  const texts = new Map<string, SqueezedText>();
  for (const proposal of listIn(answer, "lines")) {
    const outcome = groundedLine(proposal, { documents, texts, readFigures });
    if (typeof outcome === "string") {
      rejected.push({ label: cut(typeof proposal.label === "string" ? proposal.label : "", 128), reason: outcome });
      continue;
    }
    const key = JSON.stringify([outcome.document_id, outcome.line, outcome.label.toLowerCase(), outcome.field]);
    if (!accepted.has(key)) accepted.set(key, outcome);
  }
  return { accepted: [...accepted.values()], rejected };
}

type Sources = {
  readonly documents: readonly SourceText[];
  readonly texts: Map<string, SqueezedText>;
  readonly readFigures: ReadFigures;
};

/** The line as the document states it, or why it is refused. */
function groundedLine(proposal: JsonObject, { documents, texts, readFigures }: Sources): AcceptedLine | string {
  const { document_id: id, label, line, anchor, value = null } = proposal;
  const document = documents.find((each) => each.id === id);
  const field = oneOf(lineFields, proposal.field);
  if (document === undefined || field === undefined || typeof line !== "string") return "not asked";
  if (typeof label !== "string" || typeof anchor !== "string") return "no anchor";
  if (anchor.trim().length < anchorChars.min || anchor.length > anchorChars.max)
    return "anchor has not 3 to 200 characters";
  const { text } = document;
  const cached = texts.get(document.id) ?? squeezed(text);
  texts.set(document.id, cached);
  let reason = "anchor not found";
  for (const place of placesOf(cached, anchor, placesMax)) {
    const found = field === "status" ? statusAt(text, place, value) : amountAt(text, place, value, readFigures);
    const labelled = found === undefined ? undefined : labelOf(text, label, place, found);
    if (found === undefined) reason = "the text at the anchor says otherwise";
    else if (labelled === undefined) reason = "the label does not stand at the anchor";
    else if (!isField(field, labelled.words)) reason = "the words at the anchor state another field";
    else
      return {
        document_id: document.id,
        line,
        label: text.slice(labelled.start, labelled.end).replace(/\s+/g, " "),
        field,
        value: found.value,
        confidence: found.start < place.end ? valueConfidence.inside : valueConfidence.behind,
        source: "model",
        start: Math.min(place.start, labelled.start),
        end: Math.max(place.end, found.end),
      };
  }
  return reason;
}

type Found = Span & { readonly value: AcceptedLine["value"] };

/** The one amount inside the anchor, else the one behind it on its row, if it is the one that was claimed. */
function amountAt(text: string, anchor: Span, claimed: Json, readFigures: ReadFigures): Found | undefined {
  const inside = amountsIn(text, anchor);
  const [amount, ...others] = inside.length > 0 ? inside : amountsIn(text, behind(text, anchor));
  if (amount === undefined || others.length > 0 || !isRow(text, amount)) return undefined;
  // From the beginning of its row on: the words before an amount may doubt it ("up to", "EUR").
  const from = rowStart(text, amount.start);
  const [value, ...further] = readFigures(text, from, amount.end, "money").slice(
    readFigures(text, from, amount.start, "money").length,
  );
  const isOne = typeof value === "number" && further.length === 0;
  return isOne && isClaimed(value, claimed, "money") ? { ...amount, value } : undefined;
}

function amountsIn(text: string, { start, end }: Span): readonly Span[] {
  return [...text.slice(start, Math.max(start, end)).matchAll(written)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

/** What follows an anchor on its row, as far as a value may stand from it. */
function behind(text: string, { end }: Span): Span {
  return { start: end, end: Math.min(rowEnd(text, end), end + anchorReachChars) };
}

const excluded = /\b(?:excluded|not (?:covered|included|purchased|provided)|declined|no cover(?:age)?)\b/i;
const included = /\b(?<!\bnot )incl(?:uded)?\b/i;
/** A condition, or boxes to tick, of which one may be empty. */
const undecided = /\bnot excluded\b|\b(?:unless|except|if|or|may)\b|[?\u2610-\u2612]|[[(]\s*[xX\u2713\u2714]?\s*[\])]/i;

/** The one word of a status inside the anchor, else behind it on its row. */
function statusAt(text: string, anchor: Span, claimed: Json): Found | undefined {
  const row = text.slice(rowStart(text, anchor.start), rowEnd(text, anchor.end));
  if (row.length > rowCharsMax || undecided.test(row)) return undefined;
  const read = ({ start, end }: Span): readonly Found[] =>
    [["excluded", excluded] as const, ["included", included] as const].flatMap(([value, pattern]) => {
      const match = pattern.exec(text.slice(start, end));
      return match === null ? [] : [{ value, start: start + match.index, end: start + match.index + match[0].length }];
    });
  const inside = read(anchor);
  const [found, ...others] = inside.length > 0 ? inside : read(behind(text, anchor));
  return others.length === 0 && found?.value === claimed ? found : undefined;
}

/**
 * The label on the row of the anchor or on one just above, with the words from it to what the value is said to be. No other
 * figure may stand between label and value, nor behind a label that follows the value.
 */
function labelOf(
  text: string,
  label: string,
  anchor: Span,
  value: Span,
): (Span & { readonly words: string }) | undefined {
  let from = rowStart(text, anchor.start);
  for (let row = 0; row < rowsAbove && from > 1; row += 1)
    from = Math.max(rowStart(text, from - 1), anchor.start - rowCharsMax);
  const to = rowEnd(text, Math.max(anchor.end, value.end));
  const isFigure = (start: number, end: number): boolean => amountsIn(text, { start, end }).length > 0;
  // Words behind the value are its own unless a further figure follows, whose words they may be.
  const tail = isFigure(value.end, to) ? value.end : to;
  const window = squeezed(text.slice(from, to));
  for (const { start, end } of placesOf(window, label, placesMax).toReversed()) {
    const place = { start: from + start, end: from + end };
    if (isWordChar(text[place.start - 1]) || isWordChar(text[place.end])) continue;
    const isBefore = place.end <= value.start;
    const isApart = isBefore ? isFigure(place.end, value.start) : place.end > tail || place.start < value.end;
    if (!isApart) return { ...place, words: text.slice(Math.min(place.start, anchor.start), tail) };
  }
  return undefined;
}

const fieldWords = {
  aggregate: /\bagg(?:regate|\b)/i,
  deductible: /\bded(?:uctible|\b)/i,
  retention: /\bretention\b|\bretained\b|\bs\.?i\.?r\b/i,
  premium: /\bprem(?:ium|\b)/i,
} as const;

/** What a figure is must be said beside it; without any such word it is the limit (READ-11). */
function isField(field: AcceptedLine["field"], words: string): boolean {
  if (field === "status") return true;
  if (field !== "limit") return fieldWords[field].test(words);
  return ![fieldWords.deductible, fieldWords.retention, fieldWords.premium].some((word) => word.test(words));
}

function rowStart(text: string, from: number): number {
  return from === 0 ? 0 : text.lastIndexOf("\n", from - 1) + 1;
}

function isRow(text: string, { start, end }: Span): boolean {
  return rowEnd(text, end) - rowStart(text, start) <= rowCharsMax;
}

function rowEnd(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found;
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}
