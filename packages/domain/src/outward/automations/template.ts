import { cut, type ConfigIssue, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";

/** As deep as a run's input may be; also bounds the recursion. */
const depthMax = 32;
const issuesMax = 50;
const placeholder = /\{\{([^{}]*)\}\}/g;
const path = /^event\.data((?:\.[A-Za-z0-9_:-]{1,128}){1,16})$/;

/** A template could not be filled from an event; the message says why. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/**
 * The problems of a template (AUTO-39): JSON whose strings may hold `{{event.data.x}}`, and nothing else in braces.
 * Names of members are never filled.
 *
 * @param pointer JSON Pointer of the template within its file.
 */
export function checkTemplate(template: Json, pointer: string): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const report = (at: string, message: string): void => {
    if (issues.length < issuesMax) issues.push({ path: at, message });
  };
  const check = (value: Json, at: string, depth: number): void => {
    if (typeof value === "string") {
      for (const [, expression = ""] of value.matchAll(placeholder)) {
        if (!path.test(expression.trim()))
          report(at, `"{{${cut(expression, 100)}}}" is not {{event.data.<name>}}, names joined by full stops`);
      }
      if (/\{\{|\}\}/.test(value.replaceAll(placeholder, ""))) report(at, "{{ and }} must stand in pairs");
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (depth > depthMax) return report(at, `must be at most ${depthMax} deep`);
    if (isJsonArray(value)) {
      for (const [index, item] of value.entries()) check(item, `${at}/${index}`, depth + 1);
      return;
    }
    for (const [name, member] of Object.entries(value)) check(member, `${at}/${escaped(name)}`, depth + 1);
  };
  check(template, pointer, 1);
  return issues;
}

/**
 * Fills a template that `checkTemplate` has accepted. A string that is exactly one placeholder becomes the scalar
 * itself, so a number stays a number; within a longer string the scalar is written out.
 *
 * @throws TemplateError for a value that is missing from the event, or is an object or a list.
 */
export function fillTemplate(template: JsonObject, data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, filled(member, data)]));
}

function filled(value: Json, data: JsonObject): Json {
  if (typeof value === "string") return filledText(value, data);
  if (isJsonArray(value)) return value.map((item) => filled(item, data));
  if (isJsonObject(value)) return fillTemplate(value, data);
  return value;
}

function filledText(text: string, data: JsonObject): string | number | boolean {
  const whole = /^\{\{([^{}]*)\}\}$/.exec(text);
  if (whole) return scalarAt(whole[1] ?? "", data);
  return text.replaceAll(placeholder, (_found, expression: string) => String(scalarAt(expression, data)));
}

function scalarAt(expression: string, data: JsonObject): string | number | boolean {
  const names = path.exec(expression.trim())?.[1]?.slice(1).split(".") ?? [];
  let value: Json | undefined = data;
  for (const name of names) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  const wanted = expression.trim();
  if (value === undefined || value === null) throw new TemplateError(`The event has no ${wanted}.`);
  if (typeof value === "object") {
    throw new TemplateError(
      `${wanted} is ${isJsonArray(value) ? "a list" : "an object"}: only text, numbers and true or false can be filled in.`,
    );
  }
  return value;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
