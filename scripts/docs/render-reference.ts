import { describeSchema } from "./describe-schema.ts";
import { html, slugOf, type Html } from "./html.ts";
import { operationsOf, type OpenApiDocument, type Operation, type Schema } from "./openapi-document.ts";
import type { Page } from "./page.ts";
import { codeBlock, jsonBlock } from "./render-code.ts";
import { bytes } from "./render-limits.ts";
import { renderMarkdown, renderSentence, sectionHeading } from "./render-markdown.ts";

/** The API reference: an overview, one page for each tag of the document, one page of schemas. */
export function referencePages(document: OpenApiDocument): Page[] {
  const operations = operationsOf(document);
  return [
    overviewPage(document, operations),
    ...document.tags.map(({ name, description }) =>
      familyPage(
        document,
        name,
        description,
        operations.filter((each) => each.tags[0] === name),
      ),
    ),
    schemasPage(document),
  ];
}

function overviewPage(document: OpenApiDocument, operations: readonly Operation[]): Page {
  const families = document.tags.map(({ name, description }) => {
    const rows = operations
      .filter((each) => each.tags[0] === name)
      .map(
        (each) =>
          html`<tr>
            <td><code>${each.method}</code></td>
            <td><code>${each.path}</code></td>
            <td><a href="${addressOf(each)}">${each.summary}</a></td>
          </tr>`,
      );
    return html`${sectionHeading(titleOf(name))}
      <p>${description}</p>
      <div class="wide" tabindex="0" role="group" aria-label="${titleOf(name)}">
        <table>
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Path</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>`;
  });
  return {
    path: "reference/index.html",
    title: "All operations",
    description: "Every route of the API with its method and path.",
    section: "API reference",
    body: html`<h1>API reference</h1>
      ${renderMarkdown(document.info.description)}
      <p>
        Requests carry <code>Authorization: Bearer &lt;API key&gt;</code>. The document itself:
        <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1, version ${document.info.version}). Every refusal is an
        <a href="/reference/errors.html">error code</a>; bodies and rates have
        <a href="/reference/limits.html">limits</a>; <a href="/reference/access.html">who may call what</a> is one
        table.
      </p>
      ${families}`,
  };
}

function familyPage(
  document: OpenApiDocument,
  name: string,
  description: string,
  operations: readonly Operation[],
): Page {
  return {
    path: `reference/${slugOf(name)}.html`,
    title: titleOf(name),
    description,
    section: "API reference",
    body: html`<h1>${titleOf(name)}</h1>
      <p>${renderSentence(description)}</p>
      <ul>
        ${operations.map((each) => html`<li><a href="#${slugOf(each.operationId)}">${each.summary}</a></li>`)}
      </ul>
      ${operations.map((each) => operationSection(document, each))}`,
  };
}

function operationSection(document: OpenApiDocument, operation: Operation): Html {
  const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return html`<section class="operation">
    ${sectionHeading(operation.summary, slugOf(operation.operationId))}
    <p class="route"><code class="method">${operation.method}</code> <code>${operation.path}</code></p>
    ${renderMarkdown(operation.description)} ${parameterTable(operation)} ${requestPart(document, operation)}
    <h3>Example</h3>
    ${codeBlock(curlOf(operation), "sh")} ${answers.map(([status, answer]) => answerPart(document, status, answer))}
    ${refusals.length === 0 ? undefined : refusalTable(refusals)}
  </section>`;
}

function parameterTable({ parameters }: Operation): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(
    (parameter) =>
      html`<tr>
        <td><code>${parameter.name}</code></td>
        <td>${parameter.in}${parameter.required ? ", required" : ""}</td>
        <td>${describeSchema(parameter.schema)} ${renderSentence(parameter.description ?? "")}</td>
      </tr>`,
  );
  return html`<h3>Parameters</h3>
    <div class="wide" tabindex="0" role="group" aria-label="Parameters">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Form</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

function requestPart(document: OpenApiDocument, { requestBody }: Operation): Html | undefined {
  if (requestBody === undefined) return undefined;
  const media = Object.entries(requestBody.content).map(
    ([type, { schema }]) =>
      html`<p><code>${type}</code>. ${readable(requestBody.description ?? "")}</p>
        ${schema === undefined ? undefined : namedSchema(document, schema, true)}`,
  );
  return html`<h3>Request body${requestBody.required ? "" : " (optional)"}</h3>
    ${media}`;
}

/** A schema of the document with its name, and its fields where they are read: open for what a caller writes. */
function namedSchema({ components }: OpenApiDocument, schema: Schema, isOpen: boolean): Html {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : components.schemas[name];
  if (name === undefined || target === undefined) return describeSchema(schema);
  const fields = html`<summary>Fields of ${name}</summary>
    ${describeSchema(target)}`;
  return isOpen ? html`<details open>${fields}</details>` : html`<details>${fields}</details>`;
}

/** Sizes as people say them. */
function readable(description: string): Html {
  return renderSentence(description.replace(/\b(\d{4,}) bytes\b/, (_whole, count: string) => bytes(Number(count))));
}

type Answer = Operation["responses"][string];

function answerPart(document: OpenApiDocument, status: string, answer: Answer): Html {
  const media = Object.values(answer.content ?? {}).map(
    ({ schema, example }) =>
      html`${schema === undefined ? undefined : namedSchema(document, schema, false)}
      ${example === undefined ? undefined : jsonBlock(example)}`,
  );
  return html`<h3>${status}: ${answer.description}</h3>
    ${media}`;
}

function refusalTable(refusals: readonly (readonly [string, Answer])[]): Html {
  const rows = refusals.flatMap(([status, answer]) =>
    codesOf(answer).map(
      ([code, message]) =>
        html`<tr>
          <td>${status}</td>
          <td>
            <a href="/reference/errors.html#${slugOf(errorRowOf(code))}"><code>${code}</code></a>
          </td>
          <td>${message}</td>
        </tr>`,
    ),
  );
  return html`<h3>Refusals</h3>
    <div class="wide" tabindex="0" role="group" aria-label="Refusals">
      <table>
        <thead>
          <tr>
            <th scope="col">HTTP</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** Codes with their sentence: the document gives each refusal one named example. */
function codesOf(answer: Answer): [string, string][] {
  return Object.values(answer.content ?? {}).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([code, { value }]): [string, string] => {
      const message: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "message") : undefined;
      return [code, typeof message === "string" ? message : ""];
    }),
  );
}

/** A template of codes has a row for each of its codes in the table; links to the template go to its first row. */
function errorRowOf(code: string): string {
  return /^submission_stamp_[^a-z]/.test(code) ? "submission_stamp_missing" : code;
}

/** The call with the values of the document, for a shell that has API and KEY as in the guide of the first run. */
function curlOf(operation: Operation): string {
  const path = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((whole, { name, example }) => whole.replace(`{${name}}`, exampleText(example, name)), operation.path);
  const address = path.startsWith("/api/v1") ? `$API${path.slice("/api/v1".length)}` : `\${API%/api/v1}${path}`;
  const words = [`curl -s${operation.method === "GET" ? "" : ` -X ${operation.method}`} "${address}"`];
  if (operation.security?.length !== 0) words.push(`-H "authorization: Bearer $KEY"`);
  for (const { name, in: place, required, example } of operation.parameters)
    if (place === "header" && required) words.push(`-H "${name}: ${exampleText(example, "…")}"`);
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  if (body?.[0] === "application/json") {
    words.push(`-H "content-type: application/json"`);
    words.push(`-d '${JSON.stringify(body[1].example ?? {}).replaceAll("'", "'\\''")}'`);
  }
  return words.join(" \\\n  ");
}

function exampleText(example: unknown, otherwise: string): string {
  return typeof example === "string" || typeof example === "number" ? String(example) : otherwise;
}

function schemasPage({ components }: OpenApiDocument): Page {
  const schemas = Object.entries(components.schemas).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    path: "reference/schemas.html",
    title: "Schemas",
    description: "Every resource of the API with its fields.",
    section: "API reference",
    body: html`<h1>Schemas</h1>
      <p>Ignore fields that you do not know: within version 1 optional fields may be added without notice.</p>
      ${schemas.map(
        ([name, schema]) =>
          html`${sectionHeading(name)}${
            schema.description === undefined ? undefined : html`<p>${schema.description}</p>`
          }${describeSchema(schema)}`,
      )}`,
  };
}

function addressOf(operation: Operation): string {
  return `/reference/${slugOf(operation.tags[0] ?? "")}.html#${slugOf(operation.operationId)}`;
}

function titleOf(tag: string): string {
  const words = tag.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
