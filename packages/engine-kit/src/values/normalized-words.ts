/**
 * Words with many spellings as one word each (VALUE-12): hyphened, run together, abbreviated, or by the paragraph of
 * the tax law. What no rule knows stays as it is written.
 */
type Rule = readonly [RegExp, string];

const entityRules: readonly Rule[] = [
  [/501c\d{1,2}|nonprofit|notforprofit|nonstock|charit(?:y|able)|\bnfp\b/, "nonprofit"],
  [/limitedliabilitycompany|\bp?llc\b|\bl\.?l\.?c\b/, "llc"],
  [/partnership|\bl{1,3}p\b|\blllp\b/, "partnership"],
  [/soleprop|individual|\bdba\b|selfemployed/, "sole_proprietor"],
  [/jointventure|\bjv\b/, "joint_venture"],
  [/municipal|government|public(?:entity|agency)|schooldistrict|\bcounty\b|\bcity of\b/, "public_entity"],
  [/\btrust\b/, "trust"],
  [/subchapters|[sc]corp|corporation|\bcorp\b|\binc\b|incorporated/, "corporation"],
];

const constructionRules: readonly Rule[] = [
  [/modified.*(?:fireresist|fr\b)|\bmfr\b/, "modified_fire_resistive"],
  [/fireresist|fireproof|\bfr\b/, "fire_resistive"],
  [/masonrynon-?combust|\bmnc\b/, "masonry_noncombustible"],
  [/non-?combust|\bnc\b/, "noncombustible"],
  [/joistedmasonry|\bjm\b/, "joisted_masonry"],
  [/\b(?:wood)?frame\b|woodframe/, "frame"],
];

/** `nonprofit`, `llc`, `partnership`, `sole_proprietor`, `joint_venture`, `public_entity`, `trust`, `corporation`. */
export function entityTypeOf(text: string): string {
  return matching(entityRules, text);
}

/** `frame`, `joisted_masonry`, `noncombustible`, `masonry_noncombustible`, `modified_fire_resistive`, `fire_resistive`. */
export function constructionOf(text: string): string {
  return matching(constructionRules, text);
}

function matching(rules: readonly Rule[], text: string): string {
  const words = text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const spelled = [words, words.replaceAll(" ", ""), text.toLowerCase().replace(/[.\s()]/g, "")];
  for (const [pattern, word] of rules) if (spelled.some((form) => pattern.test(form))) return word;
  return text.trim();
}
