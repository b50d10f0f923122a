import { capitalized, counted, cutBetweenWords, listInWords, possessive } from "@service/engine-kit";
import type { Client } from "./client.ts";
import { unknownInWords } from "./fact-words.ts";
import { forLine } from "./for-line.ts";
import type { MissingFact, Standing } from "./placement.ts";
import type { NeedStanding } from "./rejections.ts";
import type { Solution } from "./solutions.ts";
import { clientName, lineName, namePrograms, pointsInWords } from "./wording.ts";

export type HeadlineFacts = {
  readonly client: Client;
  readonly standings: ReadonlyMap<Standing, number>;
  readonly needs: readonly NeedStanding[];
  readonly missingFacts: readonly MissingFact[];
  readonly best: Solution | undefined;
  readonly considered: number;
};

const headlineChars = 200;
const linesNamed = 3;

/** Who leads, or why no market does (MATCH-49). */
export function writeHeadline(facts: HeadlineFacts): string {
  return cutBetweenWords(capitalized(statement(facts)), headlineChars);
}

function statement({ client, standings, needs, missingFacts, best, considered }: HeadlineFacts): string {
  const insured = clientName(client.label);
  const offerings = counted(considered, "offering");
  if (best === undefined) {
    const cause = needs.find(({ gap }) => gap !== undefined)?.gap?.cause ?? "none fits";
    return `No market matches ${possessive(insured)} needs among ${offerings}: ${cause}`;
  }
  const name = namePrograms(best.entry.parts.map(({ placement }) => placement.offering));
  const leads = `${name} leads${forLine(best.entry, client)} with ${pointsInWords(best.entry.rankScore)}`;
  const eligible = standings.get("eligible") ?? 0;
  const refer = standings.get("refer") ?? 0;
  if (eligible + refer === 0) {
    const [missing] = missingFacts;
    const open = missing === undefined ? "a fact is not on file" : unknownInWords([missing.fact], "a program");
    return `No market is confirmed yet for ${insured}: ${open}; ${leads}`;
  }
  const fit =
    eligible > 0
      ? `${eligible} of ${offerings} ${eligible === 1 ? "fits" : "fit"} ${insured}`
      : `${refer} of ${offerings} can be referred for ${insured}`;
  const open = new Set(needs.filter(({ gap }) => gap !== undefined).map(({ need }) => lineName(need.line)));
  const gaps = open.size === 0 ? "" : `; no market yet for ${listInWords([...open], linesNamed)}`;
  return `${fit}; ${leads}${gaps}`;
}
