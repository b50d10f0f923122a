/** JavaScript gives this name a meaning of its own: copying an object silently drops such a member. */
const proto = "__proto__";

type Place = { readonly step: string | number; readonly within: Place | undefined };

/** Whether JSON text can hold a member of that name, as it is or with escapes in it. */
export function mayHoldProtoMember(text: Buffer): boolean {
  return text.includes(proto) || text.includes("\\u00");
}

/**
 * Path in a parsed JSON document of the first member named `__proto__`, however deep; undefined when there is none.
 * Refuse such a document: the member would be lost.
 */
export function findProtoMember(value: unknown): readonly (string | number)[] | undefined {
  const open: { readonly value: unknown; readonly place: Place | undefined }[] = [{ value, place: undefined }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { value: within, place } = here;
    if (typeof within !== "object" || within === null) continue;
    if (!Array.isArray(within) && Object.hasOwn(within, proto)) return pathOf({ step: proto, within: place });
    const entries = Array.isArray(within) ? within.entries() : Object.entries(within);
    for (const [step, member] of entries)
      if (typeof member === "object") open.push({ value: member, place: { step, within: place } });
  }
  return undefined;
}

function pathOf(place: Place): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let here: Place | undefined = place; here !== undefined; here = here.within) steps.push(here.step);
  return steps.toReversed();
}
