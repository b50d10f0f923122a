/**
 * Words that no identifier and no file name may hold, because they hide what a value is: `asked` was a request, a question,
 * a search or a flag. `check-house-rules.mjs` refuses them. Names with underscores belong to data: columns, members of
 * requests and answers, keys of rules.
 */
import { namesInCode } from "@service/testing/names-in-code";

/** Each with the field's words for it. */
const words = new Map([
  ["asked", "requested, request, question, query"],
  ["believed", "authentic, cached, assumed"],
  ["known", "existing, cached, stored, present, recognized"],
  ["said", "stated, written, reported, matched"],
  ["told", "reported, stated, written"],
]);

/** Names that callers send or see, each with its reason. The list only shrinks. */
const exceptions = [
  // Member of a queue's input: submissions that the agency has already (TRI-5).
  {
    path: /^packages\/engines\/triage\/src\/(?:.*[.]test|cases\/built-in-cases|check-input|input|stages\/submission)[.]ts$/,
    name: "known",
  },
  { path: /^scripts\/measure-truth\/link-insureds[.]ts$/, name: "known" },
  // Member of an answer and path of rules, `ownership.known` (DIL-41).
  {
    path: /^packages\/engines\/diligence\/src\/(?:run-diligence[.]test|assemble|output|stages\/rule-facts|stages\/checks\/rule-check)[.]ts$/,
    name: "known",
  },
];

/** Published or generated. */
const fixed = /^(?:docs\/(?:generated|site\/contracts)\/|packages\/domain\/src\/statement-types[.]ts$)/;
const code = /[.](?:[cm]?[jt]s|tsx)$/;
const comment = /^\s*(?:\*|\/\*|\/\/)/;
const mayHold = new RegExp(
  [...words.keys()]
    .map((word) => `(?:(?<![A-Za-z])${word}|${word[0]?.toUpperCase()}${word.slice(1)})(?![a-z])`)
    .join("|"),
);

/** The private words in the name and the identifiers of a file: `path` is from the root, lines count from 1. */
export function privateNames(path: string, content: string): { readonly line: number; readonly says: string }[] {
  if (!code.test(path) || fixed.test(path)) return [];
  const allowed = exceptions.filter((one) => one.path.test(path)).map(({ name }) => name);
  // Parsing takes milliseconds: only files of which a line besides comments may hold such a name.
  const isSuspect = content.split("\n").some((line) => mayHold.test(line) && !comment.test(line));
  const names = isSuspect ? namesInCode(content).filter(({ name }) => !allowed.includes(name)) : [];
  return [{ line: 1, name: path.replace(/^.*\//, "") }, ...names].flatMap(({ line, name }) =>
    wordsOf(name).flatMap((word) => {
      const use = words.get(word);
      return use === undefined ? [] : { line, says: `"${word}" in ${name} is a private word; write: ${use}` };
    }),
  );
}

function wordsOf(name: string): readonly string[] {
  if (/[a-z]_[a-z]/i.test(name)) return [];
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}
