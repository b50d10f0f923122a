import { engineTypeNames, type EngineTypeName } from "@service/contract";
import type { DeterministicResult, EngineType } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { inlineShowCases, type Score, type ShowCase } from "@service/sample-data";
import { describeSchema } from "./describe-schema.ts";
import { html, type Html } from "./html.ts";
import { schemaShape } from "./openapi-document.ts";
import type { Page } from "./page.ts";
import { answersPage, type ShownAnswer } from "./render-answers.ts";
import { codeBlock, jsonBlock } from "./render-code.ts";
import { renderMarkdown, sectionHeading } from "./render-markdown.ts";

export interface EnginePages {
  readonly pages: readonly Page[];
  /** Files that the pages offer, by path: example inputs, presets, schemas. */
  readonly files: ReadonlyMap<string, string>;
  /** The submission body of each type's worked example. */
  readonly examples: ReadonlyMap<EngineTypeName, JsonObject>;
}

/** Runs of examples have this id and time, so that building twice gives the same bytes. */
const exampleRunId = "00000000-0000-4000-8000-000000000000";
const exampleCreatedAt = "2026-01-01T00:00:00Z";
const rowsShown = 8;

/**
 * One page for each engine type of this build, and an overview. Examples are runs of the sample data, computed by the type
 * itself while the page is made, so that what a page shows is what the release answers.
 *
 * @param introductions Markdown by type name; a type without one still has its page.
 * @throws when a type refuses or fails its example.
 */
export function enginePages(introductions: ReadonlyMap<string, string>): EnginePages {
  const files = new Map<string, string>();
  const examples = new Map<EngineTypeName, JsonObject>();
  const shown = inlineShowCases();
  const answers: ShownAnswer[] = [];
  const pages = engineTypeNames.map((name) => {
    const type = findEngineType(name);
    const described = describeType(type, shown[name]);
    examples.set(name, described.submission);
    const offer = (file: string, value: unknown): string => {
      files.set(`engines/files/${file}`, `${JSON.stringify(value, null, 2)}\n`);
      return `/engines/files/${file}`;
    };
    const page = enginePage(type, described, introductions.get(name) ?? "", offer);
    answers.push({ title: page.title, path: page.path, label: described.example.label, result: described.result });
    return page;
  });
  return { pages: [overviewPage(pages), answersPage(answers), ...pages], files, examples };
}

interface DescribedType {
  readonly effective: JsonObject;
  readonly example: ShowCase;
  readonly score: Score | undefined;
  readonly submission: JsonObject;
  readonly result: Exclude<DeterministicResult, { status: "failed" }>;
  readonly cases: readonly { readonly label: string; readonly status: string; readonly headline: string }[];
}

function describeType(type: EngineType, example: ShowCase): DescribedType {
  const effective = type.effectiveConfig(type.preset());
  const engine = type.compile(effective);
  const run = (name: string, { input, offerings }: Runnable): DeterministicResult => {
    const issues = [...engine.validateInput(input), ...engine.validateOfferings(offerings)];
    if (issues.length > 0) throw new Error(`${type.name} refuses its case ${name}: ${JSON.stringify(issues)}`);
    return engine.run({
      input,
      offerings,
      runId: exampleRunId,
      createdAt: exampleCreatedAt,
      datasets: new Map(),
      onStage: () => undefined,
    });
  };
  const result = run("of the sample data", example);
  if (result.status === "failed") throw new Error(`${type.name} fails its example: ${result.code} ${result.error}`);
  const { input, offerings } = example;
  return {
    effective,
    example,
    score: example.score?.(result.output, result.solutions ?? []),
    submission: { input, ...(offerings === undefined ? {} : { offerings }) },
    result,
    cases: type.builtInCases().map((each) => {
      const answer = run(each.case_key, each);
      const headline = answer.status === "failed" ? answer.error : textAt(answer.output, "headline");
      return { label: each.label, status: answer.status, headline };
    }),
  };
}

type Runnable = { readonly input: JsonObject; readonly offerings?: readonly JsonObject[] };

type Offer = (file: string, value: unknown) => string;

function enginePage(type: EngineType, described: DescribedType, introduction: string, offer: Offer): Page {
  const { name } = type;
  const title = engineTitle(name);
  const inputFile = offer(`${name}-input.json`, described.submission);
  return {
    path: `engines/${slugOfType(name)}.html`,
    title,
    description: introduction === "" ? `Engines of the type ${name}.` : firstSentence(introduction),
    section: "Engines",
    body: html`<h1>${title}</h1>
      ${renderMarkdown(introduction)} ${factList(type)} ${sectionHeading("Try it")}
      <p>
        With <code>API</code> and <code>KEY</code> from the <a href="/guides/first-run.html">first run</a>, and
        <a href="${inputFile}" download>${name}-input.json</a> beside you:
      </p>
      ${codeBlock(tryCommands(type), "sh")} ${workedExample(type, described, { inputFile, offer })}
      ${sectionHeading("Input")}
      <p>
        As the preset accepts it; the request schema of a release may add fields of its own.
        <a href="${offer(`${name}-request-schema.json`, type.requestSchema(described.effective))}">JSON Schema</a>.
      </p>
      ${schemaPart(type.requestSchema(described.effective))} ${sectionHeading("Output")}
      <p>
        <a href="${offer(`${name}-response-schema.json`, type.responseSchema(described.effective))}">JSON Schema</a> of
        <code>output</code>${type.producesSolutions ? html` and <code>solutions</code>` : ""}.
      </p>
      ${schemaPart(type.responseSchema(described.effective))} ${sectionHeading("Configuration")}
      <p>
        A new engine starts with the <a href="${offer(`${name}-preset.json`, type.preset())}">preset</a>. Read it with
        <a href="/reference/engines.html#engines.config.read"><code>GET …/config</code></a
        >, change it and save the whole of it; publishing makes it a release that never changes.
      </p>
      ${presetTable(type.preset())} ${sectionHeading("What a release is checked with")}
      <p>
        Publishing runs evaluation cases first. Without cases of your own these are used; a first release of the preset
        passes them.
      </p>
      <ul>
        ${described.cases.map((each) => html`<li>${each.label} (${each.status}): ${each.headline}</li>`)}
      </ul>`,
  };
}

function factList(type: EngineType): Html {
  return html`<ul>
    <li>Engine type: <code>${type.name}</code></li>
    <li>
      Acting person:
      ${
        type.needsActingPrincipal
          ? html`every run needs the header <code>X-Service-Acting-Principal</code>, otherwise
              <a href="/reference/errors.html#run_requires_acting_principal"
                ><code>run_requires_acting_principal</code></a
              >`
          : "optional; recorded as the submitter"
      }
    </li>
    <li>Ranked <code>solutions</code>: ${type.producesSolutions ? "yes" : "no"}</li>
    <li>
      <code>offerings</code> in a submission:
      ${
        type.acceptsOfferings
          ? "yes; left out, the configured dataset is read"
          : html`refused with <a href="/reference/errors.html#invalid_offerings"><code>invalid_offerings</code></a>`
      }
    </li>
    <li>Computing stops after ${type.deterministicBudgetMs / 1000} s</li>
  </ul>`;
}

function tryCommands(type: EngineType): string {
  const slug = `my-${slugOfType(type.name)}`;
  const person = type.needsActingPrincipal ? `\n  -H "x-service-acting-principal: user-1" \\` : "";
  return [
    `curl -s "$API/engines" -H "authorization: Bearer $KEY" -H "content-type: application/json" \\`,
    `  -d '{"slug":"${slug}","label":"${engineTitle(type.name)}","description":"","engine_type":"${type.name}"}'`,
    `curl -s "$API/engines/${slug}/versions" -H "authorization: Bearer $KEY" -H "content-type: application/json" -d '{}'`,
    `curl -s "$API/engines/${slug}/runs" -H "authorization: Bearer $KEY" -H "content-type: application/json" \\${person}`,
    `  -H "idempotency-key: ${slug}-1" -H "prefer: wait=10" -d @${type.name}-input.json`,
  ].join("\n");
}

function workedExample(
  type: EngineType,
  { example, score, submission, result }: DescribedType,
  { inputFile, offer }: { readonly inputFile: string; readonly offer: Offer },
): Html {
  const returned = type.operatorSummary(result.output);
  const isTrimmed = returned !== result.output;
  const answer: JsonObject = {
    status: result.status,
    output: returned,
    ...(result.solutions === undefined ? {} : { solutions: [...result.solutions] }),
    warnings: [...result.warnings],
    work_items: [...result.workItems],
  };
  return html`${sectionHeading("Worked example")}
    <p>
      ${example.label}. Everything in it is invented: it comes from <code>npm run sample-data</code>, which writes as
      much as you want of it. The engine computed this answer when this page was made, under the preset.
      ${foundOf(score)}
    </p>
    <h3>Submitted</h3>
    <div data-nosearch>${shortened(submission, inputFile)}</div>
    <h3>Answered: ${result.status}</h3>
    <p class="headline">${textAt(result.output, "headline")}</p>
    ${solutionTable(result.solutions ?? [])} ${findingTable(result.output)}
    ${
      isTrimmed
        ? html`<p>
            <code>GET /runs/{run_id}</code> returns this summary for people who operate; webhooks carry the whole stored
            output.
          </p>`
        : undefined
    }
    <details data-nosearch>
      <summary>The whole answer</summary>
      ${shortened(answer, offer(`${type.name}-answer.json`, answer))}
    </details>`;
}

const linesShown = 400;

/** A value as JSON; of a long one the beginning, and a file with the whole. */
function shortened(value: Json, file: string): Html {
  const lines = JSON.stringify(value, null, 2).split("\n");
  if (lines.length <= linesShown) return jsonBlock(value);
  return html`${codeBlock([...lines.slice(0, linesShown), "…"].join("\n"), "json")}
    <p>These are the first ${linesShown} of ${lines.length} lines; <a href="${file}" download>all of them</a>.</p>`;
}

/** Part of the sample data is planted, so that an answer can be checked against what is there to be found. */
function foundOf(score: Score | undefined): string {
  return score === undefined
    ? ""
    : `What there was to find in it: ${score.what}; found: ${score.found} of ${score.of}.`;
}

function solutionTable(solutions: readonly JsonObject[]): Html | undefined {
  if (solutions.length === 0) return undefined;
  const scoreName = solutions.some((each) => typeof each["rank_score"] === "number") ? "rank_score" : "score";
  return table(
    "Solutions",
    ["Rank", "Solution", "Score", "Speaks for it", "Speaks against it"],
    solutions
      .slice(0, rowsShown)
      .map((each) => [
        shown(each["rank"]),
        shown(each["solution_key"]),
        shown(each[scoreName]),
        textsAt(each, "strengths", "reasons_for").slice(0, 2).join("; "),
        textsAt(each, "concerns", "reasons_against").slice(0, 2).join("; "),
      ]),
  );
}

function findingTable(output: JsonObject): Html | undefined {
  const findings = isJsonArray(output["findings"]) ? output["findings"].filter(isJsonObject) : [];
  if (findings.length === 0) return undefined;
  const more = findings.length > rowsShown ? html`<p>And ${findings.length - rowsShown} more.</p>` : undefined;
  return html`${table(
    "Findings",
    ["Severity", "Finding"],
    findings.slice(0, rowsShown).map((each) => [textAt(each, "severity"), textAt(each, "title")]),
  )}${more}`;
}

function table(name: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<h4>${name}</h4>
    <div class="wide" tabindex="0" role="group" aria-label="${name}">
      <table>
        <thead>
          <tr>
            ${head.map((title) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function schemaPart(schema: unknown): Html {
  return describeSchema(schemaShape.parse(schema), 1);
}

function presetTable(preset: JsonObject): Html {
  return table(
    "Preset",
    ["Field", "Starts with"],
    Object.entries(preset).map(([field, value]) => [field, shortly(value)]),
  );
}

const shownChars = 80;

function shortly(value: Json): string {
  if (isJsonArray(value)) return value.length === 0 ? "empty list" : `list of ${value.length}`;
  const text = JSON.stringify(value);
  return text.length <= shownChars
    ? text
    : isJsonObject(value)
      ? Object.keys(value).join(", ")
      : `${text.slice(0, shownChars)}…`;
}

function overviewPage(pages: readonly Page[]): Page {
  return {
    path: "engines/index.html",
    title: "Engine types",
    description: "What each engine type answers, and how a run of it looks.",
    section: "Engines",
    body: html`<h1>Engine types</h1>
      <p>
        An engine is a configuration of one of these types. Every answer is computed by rules, arithmetic and name
        matching and carries its evidence: the same input under the same release gives the same bytes. A language model,
        where one is configured, may word the narrative; it never sets a score, a rank or a decision. All outputs are
        recommendations for a licensed person.
      </p>
      <dl>
        ${pages.map(
          (page) =>
            html`<dt><a href="/${page.path}">${page.title}</a></dt>
              <dd>${page.description}</dd>`,
        )}
      </dl>`,
  };
}

/** `entity_analysis` as a title: `Entity analysis`. */
function engineTitle(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function slugOfType(name: string): string {
  return name.replaceAll("_", "-");
}

function firstSentence(markdown: string): string {
  return /^[^\n#][\s\S]*?[.?](?=\s|$)/m.exec(markdown)?.[0].replace(/\s+/g, " ").replaceAll("`", "") ?? "";
}

function textAt(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

function shown(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function textsAt(fields: JsonObject, ...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = fields[name];
    return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
  });
}
