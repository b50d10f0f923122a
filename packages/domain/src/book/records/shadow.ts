import type { FamilyName } from "@service/record-families";
import type { BookView } from "../seats/index.ts";

/** Rows of the book by their family, and those of the ledger that stand beside them. */
type ShownFamily = FamilyName | "tasks" | "notes";

/** What posture lit would have withheld from one answer, by family. */
interface ShadowedRead {
  readonly viewer: BookView;
  /** The route's id. */
  readonly route: string;
  readonly hidden: ReadonlyMap<ShownFamily, number>;
}

/** Receives the count of every read under shadow; seats keep them by day. */
export type CountShadow = (read: ShadowedRead) => void;

/** Rows of an answer that lit would withhold; empty unless the viewer's posture is shadow. */
export function hiddenByLit(
  rows: readonly { readonly family: ShownFamily; readonly isSeen: boolean }[],
): ReadonlyMap<ShownFamily, number> {
  const hidden = new Map<ShownFamily, number>();
  for (const { family, isSeen } of rows) hidden.set(family, (hidden.get(family) ?? 0) + (isSeen ? 0 : 1));
  return hidden;
}
