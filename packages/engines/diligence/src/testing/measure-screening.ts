import type { JsonObject } from "@service/json";
import { answerOf, engineWith, hitsOf, listAt, organization, person, scalarText, watchlist } from "./bench.ts";
import { generatedEntries, mutated, nameMaker, seeded } from "./generated-names.ts";

/**
 * Screens generated names against 20,000 generated entries with 40,000 names and prints the figures as one line of JSON: processor
 * time of the first run (which builds the index) and per party after it, shares of listed names found at both thresholds as
 * written and mutated, and shares of unrelated names that hit anything. A separate program, because the module loader of the
 * tests makes every use of a global ten times as slow.
 */
const random = seeded(7);
const maker = nameMaker(random);
const rows = generatedEntries(20_000, maker, random);
const list = watchlist(rows);
const engine = engineWith();

const millis = (work: () => void): number => {
  const startedAt = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
};
const share = (scores: readonly number[], from: number): number =>
  scores.filter((score) => score >= from).length / scores.length;
const sample = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, n) => rows[(n * 7919) % rows.length] ?? {});
const nameOf = (row: JsonObject): string => scalarText(listAt(row, "/names")[0]?.["name"]);
const scoreOf = (row: JsonObject, name: string): number => {
  const input = row["kind"] === "person" ? person(name) : organization(name);
  const { output } = answerOf(engine, input, [list]);
  return Number(listAt(output, "/hits").find(({ entry_id }) => entry_id === row["entry_id"])?.["score"] ?? 0);
};

const firstRunMillis = millis(() => void answerOf(engine, person("First Search"), [list]));
const parties = Array.from({ length: 100 }, (_, n) => ({
  party_key: `p${n}`,
  name: n % 2 === 0 ? maker.person() : maker.organization(),
  kind: n % 2 === 0 ? "person" : "organization",
  role: "other",
}));
const runMillis = millis(() => {
  answerOf(engine, { ...organization("Quiet Meadow Farms"), related_parties: parties }, [list]);
});
const exact = sample(100).map((row) => scoreOf(row, nameOf(row)));
const changed = sample(400).map((row) => scoreOf(row, mutated(nameOf(row), random)));
const other = nameMaker(seeded(99));
const unrelated = Array.from({ length: 400 }, (_, n) => {
  const input = n % 2 === 0 ? person(other.person()) : organization(other.organization());
  return Number(hitsOf(answerOf(engine, input, [list]))[0]?.split(" ")[1] ?? 0);
});

process.stdout.write(
  `${JSON.stringify({
    firstRunMillis,
    millisPerParty: runMillis / (parties.length + 1),
    foundExact: share(exact, 1),
    foundMutated: share(changed, 0.75),
    foundMutatedStrong: share(changed, 0.9),
    falseHits: share(unrelated, 0.75),
    falseStrongHits: share(unrelated, 0.9),
  })}\n`,
);
