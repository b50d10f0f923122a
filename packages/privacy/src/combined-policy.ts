import type { FieldPolicy } from "./field-policy.ts";

/**
 * What both policies allow (PRIV-21): a class that either denies is denied, a field that either masks is masked, and one
 * that they mask differently is shown to nobody.
 */
export function combinedPolicy(first: FieldPolicy, second: FieldPolicy): FieldPolicy {
  if (first.policy_key === second.policy_key) return first;
  const denied = [...new Set([...first.denied, ...second.denied])];
  const masks: { [field: string]: FieldPolicy["masks"][string] } = { ...first.masks };
  for (const [field, mask] of Object.entries(second.masks))
    masks[field] = masks[field] === undefined || masks[field] === mask ? mask : "null";
  return { policy_key: combinedKey(first, second, { denied, masks }), denied, masks };
}

/** The key of the one that allows no more than both; else both names. */
function combinedKey(first: FieldPolicy, second: FieldPolicy, combined: Pick<FieldPolicy, "denied" | "masks">): string {
  const equals = ({ denied, masks }: FieldPolicy): boolean =>
    denied.length === combined.denied.length && sameMasks(masks, combined.masks);
  if (equals(second)) return second.policy_key;
  return equals(first) ? first.policy_key : `${first.policy_key}+${second.policy_key}`;
}

function sameMasks(a: FieldPolicy["masks"], b: FieldPolicy["masks"]): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
