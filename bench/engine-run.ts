/** One engine type at its size of TYPE-66, TYPE-67, TYPE-68, TYPE-69, TYPE-70, TYPE-71, measured; prints one line of JSON. Run by `bench/engine-types.ts`. */
import { engineTypeNames, type EngineTypeName } from "@service/contract";
import type { JsonObject } from "@service/json";
import type { LoadedDataset } from "@service/engine-kit";
import {
  accountReview,
  asOf,
  bookAccount,
  type ClientFile,
  connectionId,
  datasetOf,
  defaultSeed,
  engineOf,
  footer,
  intakeQueue,
  isQuotable,
  makeBook,
  makeIntake,
  makeMarket,
  makeOrganization,
  makeQuoteSet,
  makeScreening,
  NameMaker,
  objectsAt,
  type Plan,
  plans,
  textOf,
} from "@service/sample-data";
import { median } from "./harness/measure.ts";
import type { MeasuredRun } from "./engine-sizes.ts";

type Work = { readonly input: JsonObject; readonly datasets: readonly LoadedDataset[]; readonly parties: number };

const partiesOfRun = 100;
const namesPerEntry = 2;

const [, , wanted = "", runs = "5"] = process.argv;
const type = engineTypeNames.find((name) => name === wanted);
if (type === undefined) throw new Error(`no engine type ${wanted}`);
const work = workOf(type);
const engine = engineOf(type);
const text = JSON.stringify(work.input);
const first = measured();
const rest = Array.from({ length: Number(runs) }, measured);
const answer: MeasuredRun = {
  status: first.status,
  inputBytes: Buffer.byteLength(text),
  firstCpuMs: first.cpuMs,
  cpuMs: median(rest.map(({ cpuMs }) => cpuMs)) / work.parties,
  wallMs: median(rest.map(({ wallMs }) => wallMs)) / work.parties,
  residentMiB: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(answer)}\n`);

/** A run as a worker's thread does it: from the input's JSON to the answer's JSON. */
function measured(): { status: string; cpuMs: number; wallMs: number } {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const input: JsonObject = objectsAt({ inputs: [JSON.parse(text)] }, "inputs")[0] ?? {};
  const issues = engine.validateInput(input);
  if (issues.length > 0) throw new Error(JSON.stringify(issues.slice(0, 3)));
  const result = engine.run({
    input,
    offerings: undefined,
    runId: "00000000-0000-4000-8000-000000000000",
    createdAt: asOf,
    datasets: new Map(work.datasets.map((dataset) => [dataset.datasetKey, dataset])),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(`${result.stage} ${result.code}: ${result.error}`);
  JSON.stringify(result.output);
  const { user, system } = process.cpuUsage(before);
  return { status: result.status, cpuMs: (user + system) / 1_000, wallMs: performance.now() - startedAt };
}

function workOf(name: EngineTypeName): Work {
  const one = (input: JsonObject, datasets: readonly LoadedDataset[] = []): Work => ({ input, datasets, parties: 1 });
  const names = new NameMaker(defaultSeed, 6_000, 4_000);
  const plan: Plan = { ...plans.demo, offerings: 10_000, watchlist: 40_000 / namesPerEntry, submissions: 500 };
  switch (name) {
    case "matching": {
      const market = makeMarket(defaultSeed, plan, names);
      const [placement] = makeIntake(defaultSeed, plan, market, names).placements;
      return one(placement?.input ?? {}, [datasetOf("offerings", market.offerings)]);
    }
    case "diligence": {
      const { entries, subjects } = makeScreening(defaultSeed, plan, names);
      const parties = subjects.slice(0, partiesOfRun).map((subject, at): JsonObject => {
        const [{ name: party = "Nobody", kind = "person" } = {}] = objectsAt(
          { subject: [subject.subject ?? {}] },
          "subject",
        );
        return { party_key: `p${at}`, role: "other", name: party, kind };
      });
      const input = {
        as_of: asOf,
        subject: { subject_key: "s", kind: "organization", name: "Quiet Meadow Farms LLC" },
        related_parties: parties,
      };
      return { input, datasets: [datasetOf("watchlist:demo", entries)], parties: parties.length + 1 };
    }
    case "triage": {
      const market = makeMarket(defaultSeed, plans.demo, names);
      const { submissions } = makeIntake(defaultSeed, plan, market, names);
      return one(intakeQueue(submissions), [datasetOf("offerings", market.offerings)]);
    }
    case "comparison": {
      const quotable = clients(plan, names).find(isQuotable);
      if (quotable?.facts === undefined) throw new Error("no program can be quoted");
      const { carriers } = makeMarket(defaultSeed, plan, names);
      const program = { name: quotable.name, facts: quotable.facts, program: quotable.program };
      const sets = Array.from({ length: 12 }, (_, at) => makeQuoteSet(defaultSeed, at, program, carriers).input);
      const [expiring] = objectsAt(sets[0] ?? {}, "items");
      const quotes = sets.flatMap((set) => objectsAt(set, "items").slice(1)).slice(0, 19);
      const terms = datasetOf("coverage_terms", makeOrganization(defaultSeed, names).coverageTerms);
      const input = {
        ...sets[0],
        items: [expiring ?? {}, ...quotes.map((quote, at) => ({ ...quote, key: `q${at + 1}` }))],
      };
      return one(input, [terms]);
    }
    case "entity_analysis": {
      const reviewed = clients(plan, names).find(({ isReviewed, rows }) => isReviewed && rows.documents.length > 3);
      if (reviewed === undefined) throw new Error("no file is reviewed");
      const review = accountReview(reviewed);
      const papers = objectsAt(review, "documents");
      const documents = Array.from({ length: 50 }, (_, at) => {
        const paper = papers[at % papers.length] ?? {};
        const page = `${textOf(paper.text)}\n${footer}\n`;
        return { ...paper, document_key: `d${at}`, text: page.repeat(Math.floor(200_000 / page.length)) };
      });
      return one({ ...review, documents });
    }
    case "opportunity": {
      // As a worker runs it: a book of this size is larger than a submission may be and comes from the records.
      const large = { ...plan, accounts: 5_000, contacts: 7_900, activities: 40_000, documents: 0, claims: 4_600 };
      const accounts = clients(large, names).map(bookAccount);
      const families = ["policies", "coverages", "claims", "activities", "invoices"] as const;
      const bare = accounts.map((account) =>
        Object.fromEntries(Object.entries(account).filter(([member]) => !families.some((family) => family === member))),
      );
      const rows = families.map(
        (family) => [family, accounts.flatMap((account) => objectsAt(account, family))] as const,
      );
      const input = { as_of: asOf, records_ref: { connection_id: connectionId } };
      return one(input, [
        datasetOf("records:accounts", bare),
        ...rows.map(([family, each]) => datasetOf(`records:${family}`, each)),
      ]);
    }
  }
}

function clients(plan: Plan, names: NameMaker): ClientFile[] {
  const { carriers } = makeMarket(defaultSeed, plan, names);
  return [...makeBook(defaultSeed, plan, makeOrganization(defaultSeed, names), names, carriers)];
}
