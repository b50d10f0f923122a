import {
  type Shape,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
  scalarSchema,
  textSchema,
} from "@service/json";

/** One field that the configuration adds to a free map of the input (TYPE-72). */
type ContractField = { readonly name: string; readonly schema: JsonSchema; readonly required: boolean };

/**
 * The members that `input_contract.fields` declares for the free map at `mapPath` (`"profile"`, `"risk.attributes"`, ...):
 * a field with path `profile.fleet_age` is the member `fleet_age` of the map `profile`. `required` is sorted.
 */
export function inputContractProperties(
  effective: JsonObject,
  mapPath: string,
): { readonly properties: { readonly [name: string]: JsonSchema }; readonly required: string[] } {
  const properties: { [name: string]: JsonSchema } = {};
  const required: string[] = [];
  for (const field of contractFields(effective, mapPath)) {
    properties[field.name] = field.schema;
    if (field.required) required.push(field.name);
  }
  return { properties, required: required.sort() };
}

/** The free map itself: declared members as declared, any other member of shape `others` (scalars by default). */
export function freeMapSchema(
  effective: JsonObject,
  mapPath: string,
  maxProperties: number,
  others: JsonSchema = scalarSchema(),
): Shape<JsonObject> {
  const { properties, required } = inputContractProperties(effective, mapPath);
  return {
    type: "object",
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: others,
    maxProperties,
  };
}

/** `schema` with the free map at `mapPath` required when a required field of the input contract stands in it (TYPE-72). */
export function requiringMap<Parent extends JsonSchema>(
  parent: Parent,
  effective: JsonObject,
  mapPath: string,
): Parent {
  if (!contractFields(effective, mapPath).some(({ required }) => required)) return parent;
  const required = isJsonArray(parent["required"]) ? parent["required"] : [];
  return { ...parent, required: [...required, mapPath.slice(mapPath.lastIndexOf(".") + 1)] };
}

function contractFields(effective: JsonObject, mapPath: string): ContractField[] {
  const contract = effective.input_contract;
  const fields = isJsonObject(contract) && isJsonArray(contract.fields) ? contract.fields : [];
  const found: ContractField[] = [];
  for (const field of fields) {
    if (!isJsonObject(field) || typeof field.path !== "string" || !field.path.startsWith(`${mapPath}.`)) continue;
    const name = field.path.slice(mapPath.length + 1);
    if (name.includes(".")) continue;
    found.push({ name, required: field.required === true, schema: fieldSchema(field) });
  }
  return found;
}

function fieldSchema(field: JsonObject): JsonSchema {
  const sensitivity: JsonObject = typeof field.sensitivity === "string" ? { "x-sensitivity": field.sensitivity } : {};
  return { ...wordsSchema(field), ...sensitivity };
}

/** `enum` of a list applies to its elements. */
function wordsSchema({ type, enum: words }: JsonObject): JsonSchema {
  const base = baseSchema(type);
  if (!isJsonArray(words)) return base;
  return type === "list" ? { ...base, items: { ...scalarSchema(), enum: words } } : { ...base, enum: words };
}

function baseSchema(type: Json | undefined): JsonSchema {
  switch (type) {
    case "number":
    case "integer":
    case "boolean":
      return { type };
    case "money":
      return { type: "number", "x-decimals": 2 };
    case "date":
      return { type: "string", format: "date" };
    case "list":
      return { type: "array", items: scalarSchema(), maxItems: 500 };
    default:
      return textSchema(4000);
  }
}
