import { html, slugOf, trusted, type Html } from "./html.ts";
import type { Schema } from "./openapi-document.ts";
import { renderSentence } from "./render-markdown.ts";

/** Nested deeper than this, fields are summarized: no contract of ours is, and a page stays readable. */
const depthMax = 12;
/** zod writes the bounds of every safe integer; they do not help a reader. */
const isTelling = (bound: number): boolean => Math.abs(bound) < 90_071_992_547_409;

/**
 * Fields of a schema as a list, objects inside as lists that open. References link to the page of schemas.
 *
 * @param openLevels how many levels are open from the start.
 */
export function describeSchema(schema: Schema, openLevels = 0, depth = 0): Html {
  const shapes = shapesOf(schema);
  if (shapes.length === 0) return depth === 0 ? html`<p class="type">${summary(schema)}</p>` : html``;
  return html`${shapes.map((shape, index) => {
    const required = new Set(shape.required ?? []);
    return html`${shapes.length > 1 ? html`<p class="type">Form ${index + 1} of ${shapes.length}</p>` : undefined}
      <ul class="fields">
        ${Object.entries(shape.properties ?? {}).map(([name, field]) =>
          fieldItem(name, field, required.has(name), openLevels, depth),
        )}
      </ul>`;
  })}`;
}

function fieldItem(name: string, field: Schema, isRequired: boolean, openLevels: number, depth: number): Html {
  const sensitivity = field["x-sensitivity"];
  const opens = shapesOf(field).length > 0 && depth < depthMax;
  return html`<li>
    <code class="field">${name}</code> <span class="type">${summary(field)}</span>
    ${isRequired ? html`<span class="required">required</span>` : undefined}
    ${sensitivity === undefined ? undefined : html`<span class="type">sensitivity: ${sensitivity}</span>`}
    ${field.description === undefined ? undefined : html`<p>${renderSentence(field.description)}</p>`}
    ${
      opens
        ? html`<details ${trusted(depth < openLevels ? "open" : "")}>
            <summary>Fields of <code>${name}</code></summary>
            ${describeSchema(field, openLevels, depth + 1)}
          </details>`
        : undefined
    }
  </li>`;
}

/** The objects whose fields are worth listing: through lists, maps and alternatives; several when it may be several. */
function shapesOf(schema: Schema): readonly Schema[] {
  if (schema.properties !== undefined) return Object.keys(schema.properties).length > 0 ? [schema] : [];
  const inside = [...alternativesOf(schema), ...(schema.allOf ?? []), schema.items, schema.additionalProperties];
  return inside.flatMap((each) => (typeof each === "object" ? shapesOf(each) : []));
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** Type and bounds in words: `text, 1 to 200 characters`. */
function summary(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return html`<a href="/reference/schemas.html#${slugOf(name)}">${name}</a>`;
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0)
    return html`${alternatives.map((each, index) => html`${index === 0 ? "" : " or "}${summary(each)}`)}`;
  if (schema.const !== undefined) return html`always <code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return oneOf(schema.enum, schema["x-open-enum"] === true);
  const type = typeof schema.type === "string" ? schema.type : (schema.type ?? []).join(" or ");
  switch (type) {
    case "array":
      return html`list${bounded(schema.minItems, schema.maxItems, "elements")}${
        typeof schema.items === "object" ? html` of ${summary(schema.items)}` : ""
      }`;
    case "object":
      return typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length > 0
        ? html`map${bounded(undefined, schema.maxProperties, "entries")} of ${summary(schema.additionalProperties)}`
        : html`object`;
    case "string":
      return html`text${schema.format === undefined ? patternNote(schema.pattern) : ` (${schema.format})`}${bounded(
        schema.minLength,
        schema.maxLength,
        "characters",
      )}`;
    case "integer":
    case "number":
      return html`${type === "integer" ? "whole number" : "number"}${bounded(schema.minimum, schema.maximum, "")}`;
    case "":
      return html`any value`;
    default:
      return html`${type}`;
  }
}

function patternNote(pattern: string | undefined): Html {
  return pattern === undefined ? html`` : html` matching <code>${pattern}</code>`;
}

const singular: Readonly<Record<string, string>> = {
  characters: "character",
  elements: "element",
  entries: "entry",
};

const valuesShown = 12;

function oneOf(values: readonly unknown[], isOpen: boolean): Html {
  const shown = values.slice(0, valuesShown).map((value) => html`<code>${JSON.stringify(value)}</code> `);
  const more = values.length > valuesShown ? `and ${values.length - valuesShown} more ` : "";
  return html`one of ${shown}${more}${isOpen ? "(more values may be added)" : ""}`;
}

function bounded(least: number | undefined, most: number | undefined, unit: string): string {
  const from = least !== undefined && isTelling(least) && !(unit !== "" && least === 0) ? least : undefined;
  const to = most !== undefined && isTelling(most) ? most : undefined;
  const counted = unit === "" ? "" : ` ${(to ?? from) === 1 ? (singular[unit] ?? unit) : unit}`;
  if (from !== undefined && to !== undefined)
    return from === to ? `, ${from}${counted}` : `, ${from} to ${to}${counted}`;
  if (from !== undefined) return `, at least ${from}${counted}`;
  return to === undefined ? "" : `, at most ${to}${counted}`;
}
