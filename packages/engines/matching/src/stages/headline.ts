import type { Client } from "./client.ts";
import type { MissingFact, Standing } from "./placement.ts";
import type { NeedStanding } from "./rejections.ts";
import type { Solution } from "./solutions.ts";
import { roundHalfAwayFromZero, clipped } from "@service/json";
import { counted, nameOffers } from "./wording.ts";

export type HeadlineFacts = {
  readonly client: Client;
  readonly standings: ReadonlyMap<Standing, number>;
  readonly needs: readonly NeedStanding[];
  readonly missingFacts: readonly MissingFact[];
  readonly best: Solution | undefined;
  readonly considered: number;
};

const headlineChars = 200;

/** One sentence without its full stop: who leads, or why no market does. */
export function writeHeadline(facts: HeadlineFacts): string {
  return clipped(sentence(facts), headlineChars);
}

function sentence({ standings, needs, missingFacts, best, considered }: HeadlineFacts): string {
  const offerings = counted(considered, "offering");
  if (best === undefined) {
    const gap = needs.find((need) => need.gap !== undefined)?.gap ?? "none fits";
    return `No market matches among ${offerings}: ${gap}`;
  }
  const name = nameOffers(best.entry.parts.map(({ placement }) => placement.offering));
  const leads = `${name} leads with ${roundHalfAwayFromZero(best.entry.score, 1).toFixed(1)} points`;
  const eligible = standings.get("eligible") ?? 0;
  const refer = standings.get("refer") ?? 0;
  if (eligible + refer === 0) {
    const [fact] = missingFacts;
    return `No market is confirmed among ${offerings}: ${fact?.fact ?? "a fact"} is missing; ${leads}`;
  }
  const fit =
    eligible > 0
      ? `${eligible} of ${offerings} ${eligible === 1 ? "fits" : "fit"}`
      : `${refer} of ${offerings} can be referred`;
  const open = needs.filter(({ gap }) => gap !== undefined).map(({ need }) => need.key);
  const gaps = open.length === 0 ? "" : `; nothing yet for ${clipped(open.join(", "), 40)}`;
  return `${fit}; ${leads}${gaps}`;
}
