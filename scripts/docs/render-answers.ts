import type { DeterministicResult } from "@service/engine-kit";
import { type JsonObject, objectsIn, text, texts } from "@service/json";
import { html, type Html } from "./html.ts";
import type { Page } from "./page.ts";
import { sectionHeading } from "./render-markdown.ts";

/** One real answer of an engine type, as it was computed for the type's page. */
export type ShownAnswer = {
  readonly title: string;
  /** The path of the type's page. */
  readonly path: string;
  readonly label: string;
  readonly result: Exclude<DeterministicResult, { status: "failed" }>;
};

const textsShown = 5;

/**
 * The sentences of one real answer of each engine type, without keys and numbers: what a client of a broker reads
 * (WORD-1 to WORD-7).
 */
export function answersPage(answers: readonly ShownAnswer[]): Page {
  return {
    path: "engines/answers.html",
    title: "Answers as a client reads them",
    description: "The sentences of one real answer of each engine type.",
    section: "Engines",
    body: html`<h1>Answers as a client reads them</h1>
      <p>
        Headlines, findings, reasons and tasks are written for the client of a broker. These are the sentences of the
        worked examples, computed when this page was made; keys, numbers and evidence stand beside them in the answer.
      </p>
      ${answers.map(
        ({ title, path, label, result }) =>
          html`${sectionHeading(title)}
            <p>${label}. <a href="/${path}">The whole example</a>.</p>
            <p class="headline">${text(result.output, "headline")}</p>
            ${findings(result.output)} ${reasons(result)} ${tasks(result.workItems)}`,
      )}`,
  };
}

function findings(output: JsonObject): Html | undefined {
  return listed(
    "What was found",
    objectsIn(output["findings"]).map((finding) => sentences(finding, "title", "detail", "recommendation")),
  );
}

/** What speaks for and against a solution, an entry of a queue, an opportunity. */
function reasons({ output, solutions = [] }: ShownAnswer["result"]): Html | undefined {
  const entries = [...solutions, ...objectsIn(output["queue"]), ...objectsIn(output["opportunities"])];
  return listed(
    "Why",
    entries.map((entry) =>
      [
        text(entry, "title") ?? "",
        ...["because", "reasons_for", "reasons_against", "strengths", "concerns"].flatMap((name) => texts(entry, name)),
      ]
        .filter((part) => part !== "")
        .map(stopped)
        .join(" "),
    ),
  );
}

function tasks(workItems: readonly JsonObject[]): Html | undefined {
  return listed(
    "What to do",
    workItems.map((item) => sentences(item, "title", "detail")),
  );
}

function listed(name: string, entries: readonly string[]): Html | undefined {
  const shown = entries.filter((entry) => entry !== "").slice(0, textsShown);
  if (shown.length === 0) return undefined;
  return html`<h3>${name}</h3>
    <ul>
      ${shown.map((entry) => html`<li>${entry}</li>`)}
    </ul>`;
}

function sentences(from: JsonObject, ...names: readonly string[]): string {
  return names
    .map((name) => text(from, name) ?? "")
    .filter((part) => part !== "")
    .map(stopped)
    .join(" ");
}

function stopped(part: string): string {
  return /[.!?]["”)]?$/.test(part) ? part : `${part}.`;
}
