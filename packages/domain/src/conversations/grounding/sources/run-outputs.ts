import {
  cut,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonObject,
  pointerToken,
} from "@service/json";
import { runsOverBook } from "../../../book/run-records/index.ts";
import {
  findNamedRuns,
  findNewestOfSubject,
  presentRun,
  type RunReadRow,
  readRunsTogether,
  type ViewOfRun,
  viewsOfRuns,
} from "../../../runs/runs/index.ts";
import type { Viewer } from "../../../book/seats/index.ts";
import { passageCharsMax } from "../divide-page.ts";
import { type Evidence, noEvidence } from "../evidence.ts";
import { fieldsAsText, valueAsText } from "../fields-as-text.ts";
import type { GroundingRun, Passage } from "../passage.ts";
import { rankTexts } from "../rank-texts.ts";
import { selectedAll } from "../selected.ts";
import { type FromSource, type GroundingDeps, opens, type SourceOf, type SourceQuestion } from "./source-question.ts";

/** Runs of one question: results are large. */
const runsMax = 10;
/** Parts of a result that are compared with the question. */
const partsMax = 500;

/**
 * Results of finished runs, as `GET /runs/{run_id}` shows them to the viewer (RUN-82, PRIV-7): the runs that subject and
 * selector name, and the newest of each engine about the client of the subject, of engines that the key is bound to.
 * @returns undefined without the right.
 */
export async function fromRunOutputs(
  deps: GroundingDeps,
  question: SourceQuestion,
  { selector, top_k }: SourceOf<"run_outputs">,
): Promise<(FromSource & { readonly runs: readonly GroundingRun[] }) | undefined> {
  const { viewer, query, variables } = question;
  if (!opens(viewer, "runs:read") || viewer.engines?.length === 0) return undefined;
  const engineSlugs = selectedAll(selector?.engine_slugs, variables);
  const named = selectedAll(selector?.run_ids, variables)?.filter((id) => isUuid(id)) ?? [];
  const ids = await chosenRuns(deps, question, { engineSlugs, named });
  const rows = (await readRunsTogether(deps, viewer, ids)).filter((row) => row !== null);
  const views = await viewsOfRuns(deps, viewer.runs.policy, rows);
  const runs = rows.flatMap((row, index) => (views[index] === undefined ? [] : [asRun(row, views[index])]));
  const parts = runs.flatMap((run) => partsOf(run)).slice(0, partsMax);
  return {
    passages: rankTexts(query, parts)
      .slice(0, top_k)
      .map(({ item }) => item),
    runs,
    needs: await needsOf(deps, viewer, rows),
  };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Runs that are named come first; of a conversation about a client, none about another one. */
async function chosenRuns(
  deps: GroundingDeps,
  { viewer, subject, reach }: SourceQuestion,
  { engineSlugs, named }: { readonly engineSlugs: readonly string[] | undefined; readonly named: readonly string[] },
): Promise<readonly string[]> {
  const of = { engineIds: viewer.engines, engineSlugs, view: viewer.runs };
  const ofSubject = subject.run_ids ?? [];
  const wanted = [...new Set([...ofSubject, ...named])];
  const found = await findNamedRuns(deps, viewer, { ...of, runIds: wanted });
  const isWithin = ({ id, subjectKey }: { readonly id: string; readonly subjectKey: string | null }): boolean =>
    ofSubject.includes(id) || reach.kind === "all" || (reach.kind === "client" && subjectKey === reach.clientKey);
  const newest =
    reach.kind === "client"
      ? await findNewestOfSubject(deps, viewer, { ...of, subjectKey: reach.clientKey, limit: runsMax })
      : [];
  return [...new Set([...found.filter(isWithin), ...newest].map(({ id }) => id))].slice(0, runsMax);
}

function asRun(row: RunReadRow, view: ViewOfRun): GroundingRun {
  const { output = {} } = presentRun(row, view);
  return {
    runId: row.id,
    engineType: row.engineType,
    completedOn: (row.completedAt ?? row.createdAt).toISOString().slice(0, 10),
    output: asJson(output),
  };
}

/** Presented outputs are JSON by construction; their type says only that they are objects. */
function asJson(output: object): JsonObject {
  return parseJsonObject(JSON.stringify(output));
}

/** A result in parts that can be quoted: a passage for each member, and for each element of its lists. */
function partsOf({ runId, engineType, completedOn, output }: GroundingRun): readonly Passage[] {
  const title = `${engineType} of ${completedOn}`;
  const part = (pointer: string, text: string): readonly Passage[] =>
    text === ""
      ? []
      : [
          {
            kind: "run_outputs",
            ref: { run_id: runId, pointer },
            title,
            locator: pointer,
            text: cut(text, passageCharsMax),
          },
        ];
  return Object.entries(output).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const pointer = `/${pointerToken(name)}`;
    if (!isJsonArray(value)) return part(pointer, valueAsText(name, value));
    return value.flatMap((element, index) => part(`${pointer}/${index}`, textOfElement(name, element)));
  });
}

function textOfElement(name: string, element: Json): string {
  return isJsonObject(element) ? fieldsAsText(element) : valueAsText(name, element);
}

async function needsOf(deps: GroundingDeps, viewer: Viewer, rows: readonly RunReadRow[]): Promise<Evidence> {
  const { organizationId, environmentId, runs } = viewer;
  const overBook = await runsOverBook(
    deps,
    rows.map(({ id }) => id),
    runs.overBook,
  );
  const seen = runs.overBook;
  return {
    ...noEvidence(organizationId),
    capabilities: ["runs:read"],
    runs: [
      {
        environmentId,
        engines: [...new Set(rows.map(({ engineId }) => engineId))].toSorted(),
        policy: runs.policy,
        overBook:
          overBook === undefined
            ? null
            : {
                seatKey: seen.kind === "all" ? null : seen.seatKey,
                grants: seen.kind === "all" ? null : seen.grants,
                isOfOneSeat: overBook.isOfOneSeat,
              },
      },
    ],
  };
}
