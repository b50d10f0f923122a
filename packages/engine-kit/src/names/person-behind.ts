/**
 * A trust or an estate is named after a person, whose property it may be (NAME-59). Patterns are linear: each is anchored
 * at one end and matches words of a closed list.
 */
const estateOf =
  /^(?:the\s+)?(?:(?:probate\s+)?estate|heirs|beneficiar(?:y|ies)|(?:co-?)?(?:trustees?|executors?|executrix|administrators?))\s+of\s+(?:the\s+(?:late|estate\s+of)\s+)?/iu;
const trustFor = /^(?:the\s+)?(?:[a-z]+\s+){0,3}?trusts?\s+(?:of|for|f\.?\/?b\.?\/?o\.?|for the benefit of)\s+/iu;
/** What trusts and estates are called, with the date and the purpose behind. */
const kinds =
  "revocable|irrevocable|rev|irrev|living|family|personal|testamentary|grantor|marital|exempt|credit|shelter|gst|qtip|blind|land|dynasty|gift|children's|childrens|charitable|remainder|unitrust|inter|vivos|declaration|of";
const trust = new RegExp(
  String.raw`[\s,]+(?:(?:${kinds})\s+)*(?:trusts?|estate|tr)(?:[\s,]+(?:(?:agreement|dated|dtd|established|est|under|ua|ud|uad|udt|u\/[adw]|fbo|f\/b\/o|[ivx]+|no|nr|#)\b.*|[(#\d].*))?[\s.]*$`,
  "iu",
);
const trustee =
  /[\s,]+(?:as\s+)?(?:(?:sole|successor|co)[\s-]+)?(?:trustees?|ttees?|executors?|executrix|administrators?|personal representative)(?![A-Za-z]).*$/iu;
const possessiveEnd = /['’]s?$/u;

/** The person behind the name of a trust or an estate; `undefined` for any other name, and where fewer than two words are left. */
export function personBehind(text: string): string | undefined {
  const own = text.trim().replace(/^the\s+/iu, "");
  const person = own
    .replace(trustee, "")
    .replace(trust, "")
    .replace(estateOf, "")
    .replace(trustFor, "")
    .trim()
    .replace(possessiveEnd, "");
  return person !== own && /[A-Za-z]\S*[\s,]+\S*[A-Za-z]{2}/u.test(person) ? person : undefined;
}
