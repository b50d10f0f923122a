import type { Json, JsonSchema } from "./json.ts";
import { isJsonObject } from "./json.ts";

/**
 * What a field policy says of a fact path: `denied` is, or lies within, a hidden value; `mixed` contains one; `open` does
 * not; `nowhere` stands in no schema, like the facts that engines derive.
 */
export type FactStanding = "open" | "mixed" | "denied" | "nowhere";

type PlaceOfFact = { readonly names: readonly string[]; readonly standing: Exclude<FactStanding, "nowhere"> };

/**
 * Places facts come from, by the name they end in. Engines name facts by the subject a rule speaks of (`account.revenue`,
 * `profile.revenue`) and not by where the value stood, so a path is looked for by its last names: where any place of
 * that name is hidden, the fact is.
 */
export class FactPlaces {
  readonly #byLastName = new Map<string, PlaceOfFact[]>();
  readonly #known = new Map<string, FactStanding>();
  readonly #denied: ReadonlySet<string>;

  constructor(schemas: readonly JsonSchema[], denied: readonly string[]) {
    this.#denied = new Set(denied);
    for (const schema of schemas) this.#index(schema, [], false);
  }

  standingOf(path: string): FactStanding {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const names = namesOf(path);
    // The first name is often the subject of the rule and no member: it counts where the whole path is found.
    const standing = this.#find(names) ?? (names.length > 1 ? this.#find(names.slice(1)) : undefined) ?? "nowhere";
    this.#known.set(path, standing);
    return standing;
  }

  #find(names: readonly string[]): FactStanding | undefined {
    const last = names.at(-1);
    const standings = (last === undefined ? [] : (this.#byLastName.get(last) ?? []))
      .filter((place) => endsWith(place.names, names))
      .map(({ standing }) => standing);
    if (standings.length === 0) return undefined;
    return (["denied", "mixed"] as const).find((standing) => standings.includes(standing)) ?? "open";
  }

  #index(schema: Json | undefined, names: readonly string[], isWithin: boolean): boolean {
    if (!isJsonObject(schema)) return false;
    const sensitivity = schema["x-sensitivity"];
    const isDenied = isWithin || (typeof sensitivity === "string" && this.#denied.has(sensitivity));
    const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    let contains = false;
    let isValueDenied = false;
    for (const [name, member] of Object.entries(properties)) {
      const found = this.#index(member, [...names, name], isDenied);
      contains ||= found;
      // A fact with its evidence around it, like those of a profile: hiding the value hides the fact.
      if (name === "value" && found) isValueDenied = true;
    }
    // Elements and free members have no name of their own.
    if (this.#index(schema["items"], names, isDenied)) contains = true;
    if (this.#index(schema["additionalProperties"], names, isDenied)) contains = true;
    const last = names.at(-1);
    if (last !== undefined) {
      const places = this.#byLastName.get(last) ?? [];
      places.push({ names, standing: isDenied || isValueDenied ? "denied" : contains ? "mixed" : "open" });
      this.#byLastName.set(last, places);
    }
    return isDenied || contains;
  }
}

/** A place on the way through a document: rows of one kind pass it many times, and its standing is looked up once. */
export class FactStep {
  readonly standing: FactStanding;
  readonly #places: FactPlaces;
  readonly #path: string;
  readonly #members = new Map<string, FactStep>();

  constructor(places: FactPlaces, path: string) {
    this.#places = places;
    this.#path = path;
    this.standing = places.standingOf(path);
  }

  member(name: string): FactStep {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const step = new FactStep(this.#places, `${this.#path}.${name}`);
    this.#members.set(name, step);
    return step;
  }
}

/** `items[offer-a].premium` and `policies[].line` as the names of members; elements have one schema whatever their key. */
function namesOf(path: string): string[] {
  return path
    .replaceAll(/\[[^\]]*\]/g, "")
    .split(".")
    .filter((step) => step !== "" && step !== "@");
}

function endsWith(names: readonly string[], end: readonly string[]): boolean {
  return end.every((name, index) => names[names.length - end.length + index] === name);
}
