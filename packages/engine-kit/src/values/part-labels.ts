import { stateCodeOf } from "@service/json";
import { type Labels, labelsOf } from "./labels.ts";

const wordsOfParts = {
  "full-time": ["full-time", "full time", "fulltime", "ft", "f/t"],
  "part-time": ["part-time", "part time", "parttime", "pt", "p/t"],
} as const;
const asHeads = (word: string): string[] =>
  ["employees", "staff", "workers"].flatMap((heads) =>
    ["", "number of ", "no. of ", "# of "].map((before) => `${before}${word} ${heads}`),
  );

/** Labels of the two parts that make up a headcount. */
export const headcountParts: readonly (readonly [part: string, labels: Labels])[] = Object.entries(wordsOfParts).map(
  ([part, words]) => [part, labelsOf(words.flatMap((word) => [...asHeads(word), word]))],
);

const fullTime = /\bfull[- ]?time\b|\bf\/?t\b|\bfte'?s?\b|\bfull\b/;
const partTime = /\bpart[- ]?time\b|\bp\/?t\b/;
const otherPart =
  /\b(?:seasonal|temporary|temps?|clerical|office|field|drivers?|sales|shop|warehouse|excluding|excl|except|only|other than|per|each|at this)\b/;

/** Behind a label: what qualifies it, in brackets, or up to the colon or figure. */
const qualifierPattern =
  /^[ \t]{0,3}(?:[([]([^()[\]\n]{1,60})[)\]]|[,–-]?[ \t]{0,3}((?:full|part)[- ]?time[^:\d\n\t|([]{0,40}|(?:ft|pt|fte)[ \t]?(?=:)))/u;
/** Characters behind a label or a figure that may qualify it. */
const qualifierChars = 120;

/**
 * Whether a label speaks of a part: "employees (full-time): 9" does not state how many employees there are, nor does
 * "payroll (Ohio only)" state the payroll (VALUE-16). `after` is the folded text behind the label.
 */
export function isLabelOfPart(after: string, read: "count" | "money"): boolean {
  const [, bracket, plain = ""] = qualifierPattern.exec(after.slice(0, qualifierChars)) ?? [];
  if (bracket !== undefined && namesState(bracket)) return true;
  return read === "count" && namesOnePart(bracket ?? plain);
}

/** "(Ohio)", "(OH only)": what one state has of it. */
function namesState(bracket: string): boolean {
  return stateCodeOf(bracket.trim().replace(/ only$/, "")) !== undefined;
}

/** Whether a figure is followed by the part it counts: "9 full-time", with nothing of the others. */
export function isOfOnePart(after: string): boolean {
  const words = /^[ \t]{0,3}[([]?([^()[\]\n\d.;:]{1,40})/.exec(after)?.[1]?.toLowerCase() ?? "";
  return /^(?:full[- ]?time|part[- ]?time|f\/?t|p\/?t|ftes?|seasonal|temporary)\b/.test(words) && namesOnePart(words);
}

/** "(full and part-time)" and "(including seasonal)" are the whole. */
function namesOnePart(words: string): boolean {
  if (/\bincl(?:uding|udes)?\b/.test(words)) return false;
  return fullTime.test(words) !== partTime.test(words) || (otherPart.test(words) && !fullTime.test(words));
}
