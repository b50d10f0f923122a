import { ServiceError } from "@service/contract";
import { isJsonObject, type Json } from "@service/json";
import type { FieldPolicy, Sensitivity } from "@service/privacy";
import type { FamilyName } from "@service/record-families";
import { compileMapping } from "@service/record-mapping";
import { LRUCache } from "lru-cache";
import { readConnectionMapping } from "../connections/index.ts";
import { hiddenFields } from "./field-standing.ts";

/** The classes that a mapping gives to attributes, by family and name; every other attribute is internal (REC-4). */
export type AttributeClasses = ReadonlyMap<FamilyName, ReadonlyMap<string, Sensitivity>> | "unknown";

const classesOf = new LRUCache<string, AttributeClasses>({ max: 100 });

/**
 * The classes of the mapping that rows came with.
 * @param id of the mapping: its classes are remembered by it.
 * @param load reads it: JSON text, or the name of a shipped one.
 */
export async function attributeClassesOf(id: string, load: () => Promise<string>): Promise<AttributeClasses> {
  const cached = classesOf.get(id);
  if (cached !== undefined) return cached;
  const classes = readClasses(await load());
  classesOf.set(id, classes);
  return classes;
}

/** A mapping of another version of the service may be one that this version cannot read. */
function readClasses(mapping: string): AttributeClasses {
  try {
    return compileMapping(readConnectionMapping(mapping).mapping).attributeClasses;
  } catch (error) {
    if (error instanceof ServiceError) return "unknown";
    throw error;
  }
}

/**
 * The attributes of a row under a policy (REC-40): null where all of them are denied or masked, else each denied one is
 * null. Where the classes are not known, a policy that denies anything hides them all.
 */
export function shownAttributes(
  attributes: Json | undefined,
  {
    family,
    policy,
    attributeClasses,
  }: { readonly family: FamilyName; readonly policy: FieldPolicy; readonly attributeClasses: AttributeClasses },
): Json {
  if (Object.hasOwn(policy.masks, "attributes")) return null;
  if (attributeClasses === "unknown" && policy.denied.length > 0) return null;
  const classes = attributeClasses === "unknown" ? undefined : attributeClasses.get(family);
  if (classes === undefined || classes.size === 0)
    return hiddenFields(policy, family).has("attributes") ? null : (attributes ?? {});
  if (!isJsonObject(attributes)) return {};
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      policy.denied.includes(classes.get(name) ?? "internal") ? null : value,
    ]),
  );
}

/** `family.attributes.name` of the attributes with a class of their own that the policy denies. */
export function maskedAttributes(
  policy: FieldPolicy,
  families: Iterable<FamilyName>,
  attributeClasses: AttributeClasses,
): string[] {
  if (attributeClasses === "unknown") return [];
  return [...new Set(families)].flatMap((family) =>
    [...(attributeClasses.get(family) ?? [])]
      .filter(([, sensitivity]) => policy.denied.includes(sensitivity))
      .map(([name]) => `${family}.attributes.${name}`),
  );
}
