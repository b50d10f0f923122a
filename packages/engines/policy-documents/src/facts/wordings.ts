import type { ReadWording } from "../document-reading.ts";
import type { TextLine } from "../pages/text-lines.ts";
import type { Row } from "../rows/row.ts";
import type { SectionKind } from "../words/label-kinds.ts";
import type { Draft, Facts } from "./facts.ts";
import { formNumbersIn } from "./form-numbers.ts";

export type WordingSection = Extract<SectionKind, "forms" | "exclusions" | "subjectivities" | "conditions">;

export function isWordingSection(section: SectionKind | undefined): section is WordingSection {
  return section !== undefined && ["forms", "exclusions", "subjectivities", "conditions"].includes(section);
}

const bulletPattern =
  /(?:^|\s{2,}|(?<=[;,:]\s)|(?<=\s))(?:\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)](?=\s)|\[[ x]?\](?=\s)|[-*>\u2022\u00b7](?=\s)|(?<=\S\s)[.|](?=\s)|within \d{1,3} (?:calendar |business )?days:(?=\s))\s*/gi;
const pageFooter = /\bpage\s*\d+|\binsured copy\b|^\s*-?\s*\d+\s*-?\s*$/i;

/** Items of a list of wordings on one line from an offset on; a line without a bullet continues the item above. */
export function takeWordings(
  facts: Facts,
  section: WordingSection,
  line: TextLine,
  from: number,
  isFirst: boolean,
): void {
  const words = line.text.slice(from - line.start);
  if (pageFooter.test(words)) return;
  if (section === "forms") {
    takeForms(facts, line, words, from);
    return;
  }
  const items = facts[section];
  for (const { text, start, isBulleted } of piecesOf(words, from)) {
    const last = items.at(-1);
    const hasForm = formNumbersIn(text).some(({ hasEdition }) => hasEdition);
    if (
      !isBulleted &&
      !isFirst &&
      !hasForm &&
      last !== undefined &&
      last.at.page === line.page &&
      isContinued(last, start)
    ) {
      items[items.length - 1] = { ...last, text: `${last.text} ${text}`, at: { ...last.at, end: start + text.length } };
    } else takeItem(facts, section, text, line.page, start);
  }
}

/** A line that follows the item directly. */
function isContinued(last: ReadWording, start: number): boolean {
  return start - last.at.end < 200;
}

type Piece = { readonly text: string; readonly start: number; readonly isBulleted: boolean };

function piecesOf(words: string, from: number): readonly Piece[] {
  const bullets = [...words.matchAll(bulletPattern)].filter(
    (match) => match[0].trim() !== "-" || match.index === 0 || /^\s*$/.test(words.slice(0, match.index)),
  );
  const [first] = bullets;
  const starts = bullets.map((match) => ({ at: match.index + match[0].length, before: match.index, isBulleted: true }));
  const lead = { at: 0, before: 0, isBulleted: false };
  const all = first !== undefined && words.slice(0, first.index).trim() === "" ? starts : [lead, ...starts];
  return all
    .flatMap(({ at, isBulleted }, index) => {
      const piece = words.slice(at, all[index + 1]?.before);
      // Without bullets semicolons part the items; the first of a line may go on with the item above.
      if (bullets.length > 0) return [{ piece, at, isBulleted }];
      let offset = at;
      return piece.split(";").map((part, place) => {
        const own = { piece: part, at: offset, isBulleted: isBulleted || place > 0 };
        offset += part.length + 1;
        return own;
      });
    })
    .flatMap(({ piece, at, isBulleted }) => {
      const text = piece
        .trim()
        .replace(/[;.,]+$/, "")
        .replace(/;?\s+and$/, "");
      const start = from + at + (piece.length - piece.trimStart().length);
      return text.length < 2 || /:$|^\(.*\)$|^(?:the following|none)\b/i.test(text)
        ? []
        : [{ text, start, isBulleted }];
    });
}

function takeItem(
  facts: Facts,
  section: Exclude<WordingSection, "forms">,
  words: string,
  page: number,
  start: number,
): void {
  const [form] = formNumbersIn(words).filter(({ hasEdition }) => hasEdition);
  const bare = form === undefined ? words : `${words.slice(0, form.start)} ${words.slice(form.end)}`;
  const text = bare
    .replaceAll(/\(\s*\)/g, "")
    .replaceAll(/\s{2,}/g, " ")
    .replace(/^[\s-]+|[\s-]+$/g, "");
  const at = { page, start, end: start + words.length };
  if (!/\p{L}{2}/u.test(text)) return;
  facts[section].push({ text, at });
  if (form !== undefined) facts.forms.push({ number: form.number, text, at });
}

/** Forms of a line of a list of forms: each number with the words up to the next one or to a gap. */
function takeForms(facts: Facts, line: TextLine, words: string, from: number): void {
  if (/^\s*forms? (?:deleted|removed)\b/i.test(line.text)) return;
  const numbers = formNumbersIn(words);
  for (const [index, { number, start, end }] of numbers.entries()) {
    const behind = words.slice(end, numbers[index + 1]?.start);
    const lead = behind.length - behind.replace(/^[\s:,.-]+/, "").length;
    const title = (/^[^;|]*?(?=\s{2,}|;|\||$)/.exec(behind.slice(lead))?.[0] ?? "").replace(/[\s,;]+$/, "");
    const isTitled = /\p{L}{3}/u.test(title);
    const at = { page: line.page, start: from + start, end: from + end + (isTitled ? lead + title.length : 0) };
    addForm(facts, { number, text: isTitled ? title : "", at });
  }
}

/** A row of a table of forms, with number, edition and title in columns. */
export function takeFormRow(facts: Facts, row: Row): boolean {
  const [number, edition, title] = (["number", "edition", "title"] as const).map((column) => row.cells.get(column));
  if (number === undefined || !/\d/.test(number.text) || !/^[A-Z]/.test(number.text)) return false;
  const text = title?.text ?? row.label;
  addForm(facts, {
    number: [number.text, edition?.text].filter((each) => each !== undefined).join(" "),
    text,
    at: { ...row.at, start: number.start },
  });
  return true;
}

function addForm(facts: Facts, form: Draft<ReadWording>): void {
  facts.forms.push(form);
  if (/\bexclu(?:sion|ding|ded)\b/i.test(form.text))
    facts.exclusions.push({ text: form.text, at: form.at, number: form.number });
}

/** Forms in brackets behind other words: "Excluded at Loc 2 (PF 2290 11/25)". */
export function takeBracketedForms(facts: Facts, line: TextLine): void {
  for (const bracket of line.text.matchAll(/\(([^()]{6,40})\)/g)) {
    const [inner = "", words = ""] = bracket;
    const [form] = formNumbersIn(words);
    if (form === undefined || !form.hasEdition || form.start > 0 || form.end < words.length) continue;
    const start = line.start + bracket.index;
    facts.forms.push({ number: form.number, text: "", at: { page: line.page, start, end: start + inner.length } });
  }
}
