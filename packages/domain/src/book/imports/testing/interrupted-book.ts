import type { Delivery } from "../delivery.ts";
import { account, coverage, deliveryOf, policy, row } from "./delivered-rows.ts";

/** Small slices: there are then many moments between two of them. */
export const keysPerSlice = 20;
const clients = 100;

/** Two books that follow each other: in the second, rows are changed, gone, new, and back under another client. */
export function bookDelivery(book: number): Delivery {
  const kept = Array.from({ length: clients }, (_, index) => index).filter((index) => book === 1 || index % 10 !== 3);
  const changed = (index: number): string => (book === 2 && index % 4 === 0 ? "changed" : "as before");
  const rows = [
    row("staff", "ana", { name: "Ana", email: "ana@example.com" }),
    row("staff", `of ${book}`, { name: "Of one book", email: `book${book}@example.com` }),
    ...kept.map((index) =>
      account(`A${index}`, { dba: changed(index), producer_seat: book === 2 && index % 7 === 0 ? "ben" : "ana" }),
    ),
    ...kept.flatMap((index) => [
      policy(`P${index}a`, `A${index}`, { premium: index }),
      policy(`P${index}b`, `A${book === 2 && index % 9 === 0 ? kept[(index + 1) % kept.length] : index}`),
    ]),
    ...kept.flatMap((index) => [coverage(`C${index}a`, `P${index}a`), coverage(`C${index}b`, `P${index}b`)]),
    ...Array.from({ length: book === 2 ? 9 : 0 }, (_, index) => account(`New${index}`)),
    policy("orphan", "nobody"),
  ];
  // Few rows at a time, and a pause, so that a process can be killed while it reads.
  return deliveryOf(rows, {
    mappingHash: `mapping ${book}`,
    beforeBatch: () => new Promise((go) => setTimeout(go, 5)),
  });
}
