import { foldToken, tokensOf } from "@service/engine-kit";

/** The similarity of labels (NAME-38). The only file here that knows the module of names. */
export { labelSimilarity, prepareLabel, type PreparedLabel } from "@service/engine-kit";

/** Leading characters of a folded word that index similar words. */
const keyChars = 3;

/** Words that sound alike share a key: the start of the folded word, also with one character left out. */
export function soundKeys(spelling: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const token of tokensOf(spelling)) {
    const start = foldToken(token).slice(0, keyChars + 1);
    keys.add(start.slice(0, keyChars));
    for (let index = 0; index < start.length; index += 1) {
      keys.add((start.slice(0, index) + start.slice(index + 1)).slice(0, keyChars));
    }
  }
  keys.delete("");
  return keys;
}
