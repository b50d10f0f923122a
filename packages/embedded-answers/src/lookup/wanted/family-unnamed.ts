import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import { isByTradeName } from "../find-client.ts";
import { frameOf } from "../question-frame.ts";
import { type Reading, means, unexplained } from "../reading.ts";

/** Lines, statuses or a policy alone ask for policies; a carrier alone for itself. */
export function familyUnnamed(ask: Ask): BookFamily | undefined {
  const { reading, client, policy, carrier } = ask;
  const isWho =
    client === undefined && policy === undefined && /\bwho (?:all |else )?(?:has|have|carries)\b/iu.test(reading.core);
  if (isWho && reading.lines.length > 0) return "accounts";
  if (isOfPlace(ask)) return "accounts";
  // "Are they still active" asks for the client's standing, "what is active" for its policies.
  const isOfStanding =
    client !== undefined && policy === undefined && reading.lines.length === 0 && frameOf(reading) === undefined;
  if (isOfStanding && means(reading, "status", "active", "former") && !asksForWhatIsActive.test(reading.core))
    return "accounts";
  // No policy is open or closed; a claim of the line is.
  if (reading.lines.length > 0 && /\bopen\b.*\bclosed\b|\bclosed\b.*\bopen\b/iu.test(reading.core)) return "claims";
  if (
    reading.lines.length > 0 ||
    policy !== undefined ||
    means(reading, "status", "active", "expired", "cancelled", "future", "non_renewed")
  )
    return "policies";
  if (client !== undefined && means(reading, "field", "covered")) return "policies";
  if (means(reading, "status", "declined", "bound")) return "quotes";
  if (client !== undefined && ask.colleague !== undefined) return "accounts";
  if (client !== undefined && frameOf(reading) === "where") return "accounts";
  if (
    client !== undefined &&
    reading.meanings.every(({ kind }) => kind === "fill") &&
    asksWhatIsThere.test(reading.core)
  )
    return "policies";
  if (means(reading, "status", "overdue", "unpaid")) return "invoices";
  if (client !== undefined && isByTradeName(reading, client)) return "accounts";
  return carrier === undefined ? undefined : "carriers";
}

/** "What do we have with them": the policies. */
const asksWhatIsThere = /\bwhat(?:'s|s)?\b.*\b(?:have|got|write|insure|place|placed|handle|books?|carry|in place)\b/iu;

const asksForWhatIsActive = /\b(?:what|what's|whats|which|show|list|anything|everything|all|how many|number of)\b/iu;

/** "Who do we have in Fallowmouth": the clients there. */
const asksWhoIsThere =
  /\b(?:who|whom|anyone|anybody|somebody|someone)\b.*\b(?:have|got|insure|insured|write|know|is|are|there|located|based|live|lives)\b.*\b(?:in|from|around|near|out of|at)\b|\b(?:anyone|anybody) (?:in|from|around|near|out of)\b/iu;

export function isOfPlace({ reading, client, policy, carrier, colleague }: Ask): boolean {
  return (
    client === undefined &&
    policy === undefined &&
    carrier === undefined &&
    colleague === undefined &&
    reading.lines.length === 0 &&
    !means(reading, "family") &&
    asksWhoIsThere.test(reading.core) &&
    isInPlace(reading)
  );
}

export function isInPlace(reading: Reading): boolean {
  return reading.states.length > 0 || unexplained(reading).length > 0;
}
