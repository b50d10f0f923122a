/**
 * Names as people write them and lists hold them: read (NAME-1 to NAME-14), compared word by word (NAME-15 to NAME-25)
 * and scored (NAME-26 to NAME-37). One module for screening, clearance and the comparison of labels.
 *
 * - `readName(written, kind, options?)` reads a name into its `readings`: each holds the words that identify with role
 *   (plain, initial, particle, general, trade, number), fold and groups, the joined text and the classes of legal forms.
 * - `rarityIn(names)` is the rarity of words in a list; `nameScore(subject, listed, idf)` the score 0..1 of two read names,
 *   at most .74 when too little corroborates it. `NameSearch` compares one subject with many names faster.
 * - `wordSimilarity(a, b)` compares two words, `slipSimilarity(a, b)` two spellings; `foldToken` is the key of the index.
 * - `tokensOf` and `normalizeName` read texts that are no names.
 */
export { deletionsOf } from "./deletions.ts";
export { editDistance } from "./edit-distance.ts";
export { foldToken } from "./fold-token.ts";
export { generationOf } from "./generation.ts";
export { agreesByInitial } from "./initials.ts";
export { labelSimilarity, prepareLabel, type PreparedLabel } from "./label-similarity.ts";
export type { FormsRead } from "./legal-forms.ts";
export type { NameReading } from "./name-reading.ts";
export { NameSearch, nameScore, weighReading } from "./name-score.ts";
export { type NameKind, type NameWord, WordBook } from "./name-word.ts";
export type { WeighedReading } from "./pair-words.ts";
export { isPlaceholder } from "./placeholders.ts";
export { normalizeName, tokensOf } from "./tokens-of.ts";
export { type Idf, rarityIn } from "./rarity.ts";
export { type ReadName, readName } from "./read-name.ts";
export { originalWords } from "./read-text.ts";
export { slipSimilarity, wordSimilarity } from "./word-similarity.ts";
