import type { EngineTypeName } from "@service/contract";
import { canonicalHash, type Json, type JsonObject } from "@service/json";

/** Rule arrays by configuration field, per engine type: the same arrays a configuration carries (PACK-1). */
export type PackRules = { readonly [Name in EngineTypeName]?: { readonly [field: string]: readonly JsonObject[] } };

export type PackContent = { readonly key: string; readonly version: number; readonly rules: PackRules };

/** A registered pack; `sha256` is over its canonical content, so an edited pack is another pack. */
export type Pack = PackContent & { readonly sha256: string };

/** Seals a pack with the hash of its content. */
export function sealPack(content: PackContent): Pack {
  return { ...content, sha256: canonicalHash(jsonOf(content)) };
}

function jsonOf(content: PackContent): JsonObject {
  const rules: { [type: string]: Json } = {};
  for (const [type, fields] of Object.entries(content.rules)) rules[type] = fields;
  return { key: content.key, version: content.version, rules };
}
