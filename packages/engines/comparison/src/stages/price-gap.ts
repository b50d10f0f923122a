import { doubtfulPlaces } from "./documents/item-documents.ts";
import type { Item } from "./item.ts";

const premiumFields: ReadonlySet<string> = new Set(["premium.base", "premium.total", "premium", "total premium"]);
const termFields: ReadonlySet<string> = new Set(["effective_on", "expires_on", "policy term"]);

/** What an item without a price a year lacks: "states no premium", "states no single policy term" (CMP-102, CMP-114). */
export function priceGap({ premium: { baseCents, totalCents = 0 }, documents }: Item): string {
  const isStated = baseCents !== 0 || totalCents !== 0;
  const fields = isStated ? termFields : premiumFields;
  const what = isStated ? "policy term" : "premium";
  if (documents?.conflicts.some(({ field }) => fields.has(field)) === true) return `states no single ${what}`;
  const isUnread = documents !== undefined && doubtfulPlaces(documents).some(({ field }) => fields.has(field));
  return isUnread ? `states no ${what} that we could read` : `states no ${what}`;
}
