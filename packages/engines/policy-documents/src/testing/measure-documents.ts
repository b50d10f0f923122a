import type { JsonObject } from "@service/json";
import { readPolicyDocument } from "../read-policy-document.ts";
import { labelledDocument, scoreReading } from "./score-reading.ts";
import { heldValues } from "./spans.ts";
import { Tally } from "./tally.ts";

/** What reading a set comes to: the tally, and how many values stand in the place that they name. */
export type Measured = {
  readonly tally: Tally;
  readonly documents: number;
  readonly held: number;
  readonly notHeld: readonly string[];
};

/** Reads and scores each row of a reading set; a row that is no labelled document is left out (READ-20). */
export function measureDocuments(rows: readonly JsonObject[]): Measured {
  const tally = new Tally();
  const notHeld: string[] = [];
  let [held, documents] = [0, 0];
  for (const labelled of rows.flatMap((row) => labelledDocument(row) ?? [])) {
    const reading = readPolicyDocument(labelled.document);
    tally.begin(labelled.id, labelled.traits);
    scoreReading(labelled, reading, tally);
    const spans = heldValues(labelled.document, reading);
    held += spans.held;
    notHeld.push(...spans.missed.map((miss) => `${labelled.id}: ${miss}`));
    documents += 1;
  }
  return { tally, documents, held, notHeld };
}
