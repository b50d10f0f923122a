import {
  codesOfTemplate,
  EnvironmentInUseEnvelope,
  ErrorEnvelope,
  type ErrorTable,
  isErrorTemplate,
} from "@service/contract";
import { noteProvoked } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { errorCodesOf } from "../error-codes.ts";
import { empty, isDownload, isRedirect, isStream, jsonInsteadOf, plainText, writtenJson } from "../response-forms.ts";
import type { Route } from "../route.ts";

/** An answer to check. */
export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly text: string;
}

/** The declared route of a path. */
export function routeOf<R extends Route<unknown>>(routes: readonly R[], method: string, target: string): R | undefined {
  const path = target.split("?")[0] ?? target;
  return routes.find((route) => {
    if (route.method !== method) return false;
    const pattern = route.path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(path);
  });
}

/**
 * Checks an answer against the declaration of its route: status, schema (no undeclared field) and error code.
 * @param table the error codes of the application.
 * @throws for a violation, which fails the test that made the call.
 */
export function checkAnswer(
  { route, table }: { readonly route: Route<unknown> | undefined; readonly table: ErrorTable },
  where: string,
  answer: CheckedAnswer,
): void {
  if (!answer.headers["x-request-id"]) throw new Error(`no x-request-id on ${where}`);
  if (!route) {
    const isPlain404 = answer.status === 404 && answer.headers["content-type"]?.startsWith("text/plain") === true;
    const isEmpty405 = answer.status === 405 && answer.text === "";
    if (!isPlain404 && !isEmpty405) throw new Error(`no route declares ${where}`);
    return;
  }
  const spec = route.responses[answer.status];
  if (spec === undefined) {
    checkRefusal({ route, table }, answer, where);
    return;
  }
  if (spec === empty) {
    if (answer.text !== "") throw new Error(`a body where none is declared: ${where}`);
    return;
  }
  if (spec === plainText) return;
  if (isRedirect(spec)) {
    if (!URL.canParse(answer.headers["location"] ?? "")) throw new Error(`no URL to follow: ${where}`);
    return;
  }
  if (spec === writtenJson) {
    if (typeof answer.body !== "object") throw new Error(`no JSON: ${where}`);
    return;
  }
  if (isDownload(spec)) {
    const [mediaType = ""] = (answer.headers["content-type"] ?? "").split(";");
    if (spec.contents[mediaType] === undefined) throw new Error(`an undeclared media type: ${where}`);
    return;
  }
  const json = isStream(spec) ? jsonInsteadOf(spec) : undefined;
  if (json !== undefined && answer.headers["content-type"]?.startsWith("application/json") === true) {
    checkShape(json, answer.body, where);
    return;
  }
  if (isStream(spec)) {
    const reader = eventReader();
    reader.push(answer.text);
    for (const { event, data } of reader.events) {
      checkShape(spec.frame, data, where);
      if (!isDeepStrictEqual(event, spec.frame.parse(data).type)) throw new Error(`an event of another type: ${where}`);
    }
    return;
  }
  checkShape(spec, answer.body, where);
}

function checkShape(schema: z.ZodType, value: unknown, where: string): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`outside its schema: ${where}\n${z.prettifyError(parsed.error)}`);
  // zod drops unknown fields, so a difference is an undeclared field.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), value))
    throw new Error(`undeclared fields in ${where}`);
}

function checkRefusal(
  { route, table }: { readonly route: Route<unknown>; readonly table: ErrorTable },
  answer: CheckedAnswer,
  where: string,
): void {
  const asBlocked = EnvironmentInUseEnvelope.strict().safeParse(answer.body);
  const envelope = asBlocked.success ? asBlocked : ErrorEnvelope.strict().safeParse(answer.body);
  if (!envelope.success) throw new Error(`neither a declared answer nor an error envelope: ${where}`);
  const { code } = envelope.data;
  noteProvoked(code);
  const templated = route.errors.filter(isErrorTemplate).flatMap(codesOfTemplate);
  if (templated.some((one) => one.code === code)) return;
  const row = Object.hasOwn(table, code) ? table[code] : undefined;
  if (!row || !errorCodesOf(route).has(code)) throw new Error(`${route.id} does not declare the code of ${where}`);
  const statuses = typeof row.status === "number" ? [row.status] : row.status;
  if (!statuses.includes(answer.status)) throw new Error(`the table gives ${code} another status: ${where}`);
  if (row.retryAfter && !/^[1-9]\d*$/.test(answer.headers["retry-after"] ?? ""))
    throw new Error(`no whole Retry-After on ${where}`);
  if (row.details && "details" in envelope.data && !row.details.safeParse(envelope.data.details).success)
    throw new Error(`details outside their schema: ${where}`);
}
