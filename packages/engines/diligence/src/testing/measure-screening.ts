import type { JsonObject } from "@service/json";
import { answerOf, engineWith, hitsOf, listAt, organization, person, scalarText, watchlist } from "./bench.ts";
import { changes, generatedEntries, nameMaker, seeded } from "./generated-names.ts";

/**
 * Screens generated names against 20,000 generated entries with 40,000 names and prints the figures as one line of JSON: processor
 * time of the first run (which builds the index) and per party after it, shares of listed names found for review as
 * written and changed, by class, and shares of unrelated names that hit anything. A separate program, because the module loader of the
 * tests makes every use of a global ten times as slow.
 */
const random = seeded(7);
const maker = nameMaker(random);
const rows = generatedEntries(20_000, maker, random);
const list = watchlist(rows);
const engine = engineWith();

/** With `--expose-gc` what is kept alone. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

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

const heapBefore = heapBytes();
const firstRunMillis = millis(() => void answerOf(engine, person("First Search"), [list]));
const bytesOfIndex = heapBytes() - heapBefore;
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
const changed = (["person", "organization"] as const).flatMap((kind) =>
  Object.entries(changes[kind]).map(([name, change]) => {
    const rowsOfKind = sample(2000).filter((row) => row["kind"] === kind);
    const scores = rowsOfKind
      .flatMap((row) => {
        const written = change(nameOf(row).split(" "), random)?.join(" ");
        return written === undefined ? [] : [{ row, written }];
      })
      .slice(0, 40)
      .map(({ row, written }) => scoreOf(row, written));
    return { name: `${kind}: ${name}`, scores };
  }),
);
const other = nameMaker(seeded(99), true);
const unrelated = Array.from({ length: 400 }, (_, n) => {
  const input = n % 2 === 0 ? person(other.person()) : organization(other.organization());
  return Number(hitsOf(answerOf(engine, input, [list]))[0]?.split(" ")[1] ?? 0);
});

process.stdout.write(
  `${JSON.stringify({
    firstRunMillis,
    millisPerParty: runMillis / (parties.length + 1),
    bytesOfIndex,
    foundExact: share(exact, 1),
    foundChanged: share(
      changed.flatMap(({ scores }) => scores),
      0.75,
    ),
    ...Object.fromEntries(changed.map(({ name, scores }) => [name, share(scores, 0.75)])),
    falseHits: share(unrelated, 0.75),
    falseHitsOfCompanies: share(
      unrelated.filter((_, n) => n % 2 === 1),
      0.75,
    ),
    falseStrongHits: share(unrelated, 0.9),
  })}\n`,
);
