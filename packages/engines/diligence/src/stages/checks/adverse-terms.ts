import { counted, listInWords, tokensOf } from "@service/engine-kit";
import { placeIn } from "@service/json";
import type { Document, Party } from "../read-input.ts";
import type { CheckParams } from "../../configuration.ts";
import {
  type CheckContext,
  type CheckResult,
  documentEvidence,
  fail,
  factEvidence,
  notRun,
  pass,
  subjectOf,
} from "./check.ts";

/** Greatest distance between words of one name: initials, titles and commas come between. */
const nameSpanWords = 4;
const findsMax = 10;
const excerptChars = 120;
/** Terms waiting for a name; the nearest ones are kept, so that a document full of terms stays cheap. */
const waitingMax = 20;

/**
 * Searches supplied documents for configured terms near a name of the subject or of a related party (DIL-52, DIL-55).
 * One pass over the words of each document: time is linear in its length.
 */
export function adverseTerms(context: CheckContext, params: CheckParams<"adverse_terms">): CheckResult {
  const { input } = context;
  const subject = subjectOf(context);
  const { document_kind: kind, near_words: nearWords } = params;
  const documents = input.documents.filter(
    (document) => document.text !== undefined && (kind === undefined || document.kind === kind),
  );
  if (documents.length === 0) return notRun(`${subject} has no document with text on file.`, ["input.documents"]);
  const terms = compileTerms(params.terms);
  const names = compileNames(input.parties);
  const finds = documents.flatMap((document) => search(document, terms, names, nearWords));
  if (finds.length === 0) {
    return pass(
      documents.length === 1
        ? `The document of ${subject} names none of the terms that are searched for.`
        : `The ${counted(documents.length, "document")} of ${subject} name none of the terms that are searched for.`,
      documents.slice(0, findsMax).map((document) => documentEvidence(document)),
    );
  }
  const words = [...new Set(finds.map(({ term }) => term))].sort().slice(0, 5);
  return fail(
    `The documents of ${subject} mention ${listInWords(words)} near a screened name.`,
    [
      ...finds
        .slice(0, findsMax)
        .map(({ document, start, end }) =>
          documentEvidence(
            document,
            placeIn(document.text ?? "", start, end),
            excerptAround(document.text ?? "", start, end),
          ),
        ),
      factEvidence("input.subject.name"),
    ],
    { kind: "verify_fact", title: `Read what the documents say about ${subject} and the parties around it` },
  );
}

type Term = { readonly text: string; readonly words: readonly string[] };
type Find = { readonly document: Document; readonly term: string; readonly start: number; readonly end: number };
/** The names that a word belongs to, and how many different words of each make a mention. */
type Names = { readonly byWord: ReadonlyMap<string, readonly number[]>; readonly needsTwo: readonly boolean[] };

function compileTerms(terms: readonly string[]): ReadonlyMap<string, readonly Term[]> {
  const byFirst = new Map<string, Term[]>();
  for (const term of terms) {
    const words = tokensOf(term);
    const [first] = words;
    if (first === undefined) continue;
    const own = byFirst.get(first);
    if (own === undefined) byFirst.set(first, [{ text: term, words }]);
    else own.push({ text: term, words });
  }
  return byFirst;
}

function compileNames(parties: readonly Party[]): Names {
  const byWord = new Map<string, number[]>();
  const needsTwo: boolean[] = [];
  const readings = parties.flatMap(({ names }) => names.flatMap(({ read }) => read.readings));
  for (const { words: readWords } of readings) {
    const words = new Set(
      readWords.filter(({ role, text }) => role !== "particle" && text.length > 1).map(({ text }) => text),
    );
    if (words.size === 0) continue;
    for (const word of words) {
      const own = byWord.get(word);
      if (own === undefined) byWord.set(word, [needsTwo.length]);
      else own.push(needsTwo.length);
    }
    needsTwo.push(words.size > 1);
  }
  return { byWord, needsTwo };
}

function search(
  document: Document,
  terms: ReadonlyMap<string, readonly Term[]>,
  { byWord, needsTwo }: Names,
  nearWords: number,
): readonly Find[] {
  const finds: Find[] = [];
  /** Terms found, waiting for a name within reach. */
  let waiting: (Find & { readonly at: number })[] = [];
  /** Beginnings of terms of several words. */
  let begun: { readonly term: Term; readonly matched: number; readonly start: number }[] = [];
  let lastMention = Number.NEGATIVE_INFINITY;
  const lastWord = new Map<number, { readonly word: string; readonly at: number }>();
  let at = 0;
  for (const { 0: written, index: start } of (document.text ?? "").matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)) {
    const word = plainWord(written);
    if (word === "") continue;
    const end = start + written.length;
    for (const name of byWord.get(word) ?? []) {
      const last = lastWord.get(name);
      const isNear = last !== undefined && last.word !== word && at - last.at <= nameSpanWords;
      lastWord.set(name, { word, at });
      if (needsTwo[name] === true && !isNear) continue;
      lastMention = at;
    }
    const candidates = [...begun, ...(terms.get(word) ?? []).map((term) => ({ term, matched: 0, start }))];
    begun = [];
    for (const { term, matched, start: from } of candidates) {
      if (term.words[matched] !== word) continue;
      if (matched + 1 < term.words.length) begun.push({ term, matched: matched + 1, start: from });
      else waiting.push({ document, term: term.text, start: from, end, at });
    }
    if (waiting.length > 0) {
      const reachable = waiting.filter((find) => at - find.at <= nearWords);
      const isNear = at - lastMention <= nearWords;
      for (const find of reachable) {
        if (isNear && Math.abs(find.at - lastMention) <= nearWords) finds.push(find);
      }
      waiting = reachable.filter((find) => !finds.includes(find)).slice(-waitingMax);
      if (finds.length >= findsMax) return finds;
    }
    at += 1;
  }
  return finds;
}

function plainWord(written: string): string {
  if (/^[A-Za-z0-9]+$/.test(written)) return written.toLowerCase();
  return tokensOf(written).join("");
}

function excerptAround(body: string, start: number, end: number): string {
  return body
    .slice(Math.max(0, start - excerptChars), end + excerptChars)
    .toWellFormed()
    .replace(/\s+/g, " ")
    .trim();
}
