import { isJsonArray, isJsonObject, type Json, parseJson } from "@service/json";
import { type FieldPolicy, maskValue } from "@service/privacy";
import * as z from "zod";
import { isInternalText } from "./command-payloads.ts";
import { commandTypeNamed } from "./command-types.ts";

/** Whether the policy denies or masks what people wrote in this field of the ledger, which is of the class `internal` (LEDGER-40). */
export function hidesText(policy: FieldPolicy, field: string): boolean {
  return policy.denied.includes("internal") || Object.hasOwn(policy.masks, field);
}

/** What people wrote, as a viewer sees it: nothing when its class is denied, else what the mask of its field leaves. */
export function shownText(policy: FieldPolicy, field: string, value: string | null): string | null {
  if (value === null || policy.denied.includes("internal")) return null;
  const mask = Object.hasOwn(policy.masks, field) ? policy.masks[field] : undefined;
  if (mask === undefined) return value;
  const left = maskValue(mask, value);
  return typeof left === "string" ? left : null;
}

/** The payload of a command with its texts as a viewer sees them. */
export function shownPayload(type: string, payloadText: string, policy: FieldPolicy): Json {
  const payload = parseJson(payloadText);
  const declared = commandTypeNamed(type);
  if (policy.denied.length === 0 && Object.keys(policy.masks).length === 0) return payload;
  return declared === undefined ? null : shown(declared.payload, payload, "", policy);
}

function shown(declared: z.ZodType, value: Json, field: string, policy: FieldPolicy): Json {
  const schema = unwrapped(declared);
  if (isInternalText(schema)) return typeof value === "string" ? shownText(policy, field, value) : value;
  if (schema instanceof z.ZodArray && isJsonArray(value)) {
    const { element } = schema;
    return element instanceof z.ZodType ? value.map((one) => shown(element, one, field, policy)) : null;
  }
  if (schema instanceof z.ZodObject && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const inner: unknown = schema.shape[name];
        return [name, inner instanceof z.ZodType ? shown(inner, member, name, policy) : member];
      }),
    );
  return value;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner: unknown = schema.unwrap();
    if (inner instanceof z.ZodType) return unwrapped(inner);
  }
  return schema;
}
