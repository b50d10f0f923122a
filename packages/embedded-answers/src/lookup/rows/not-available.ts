import { capitalized, pluralOf } from "@service/engine-kit";
import { AnswerText } from "../../answer-text.ts";
import { type Ask, nameOf } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { familyOf, fieldLabel } from "../families.ts";
import { isHidden, type LookedUp, lookedUp } from "../looked-up.ts";
import { whereOf } from "./wording.ts";

/** A field that the policy hides: that it is hidden is the answer, whatever its value (ANSWER-15). */
export function notAvailable(ask: Ask, { family, fields }: Wanted): LookedUp {
  const hidden = ask.book.hidden(family);
  // Of what narrows the rows the policy may hide other fields than those that are asked for.
  const field = [...fields, familyOf(family).amount, familyOf(family).day, ...hidden.keys()].find(
    (name) => name !== undefined && isHidden(hidden, name),
  );
  const words = `${field === undefined ? "this" : `the ${fieldLabel(field)}`} of ${nameOf(ask) ?? pluralOf(familyOf(family).noun)} is not available to you`;
  const place = {
    source: {
      kind: "records" as const,
      ref: { connection_id: ask.book.connectionId, family, where: whereOf(ask), count: 0 },
      title: capitalized(family),
      locator: field ?? null,
    },
    quote: capitalized(words),
  };
  return lookedUp(new AnswerText().cited(capitalized(words), place).add("."), null);
}
