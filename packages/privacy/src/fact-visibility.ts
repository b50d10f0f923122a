import { type Json, type JsonSchema, isJsonObject } from "@service/json";

/**
 * Visibility of a fact path under a field policy: `denied` is or lies within a hidden value; `mixed` contains one;
 * `open` does not; `nowhere` is in no schema, such as facts that engines derive.
 */
export type FactStanding = "open" | "mixed" | "denied" | "nowhere";

type PlaceOfFact = { readonly names: readonly string[]; readonly standing: Exclude<FactStanding, "nowhere"> };

/**
 * The places that facts come from, by their last name. Engines name a fact by the subject of the rule
 * (`account.revenue`, `profile.revenue`), not by where the value was, so a path is looked up by its last names: a fact
 * is hidden when any place of that name is.
 */
export class FactPlaces {
  readonly #byLastName = new Map<string, PlaceOfFact[]>();
  readonly #cached = new Map<string, FactStanding>();
  readonly #denied: ReadonlySet<string>;
  #namesMax = 0;

  constructor(schemas: readonly JsonSchema[], denied: readonly string[]) {
    this.#denied = new Set(denied);
    for (const schema of schemas) this.#index(schema, [], false);
  }

  standingOf(path: string): FactStanding {
    const cached = this.#cached.get(path);
    if (cached !== undefined) return cached;
    const standing = this.standingOfNames(namesOf(path));
    this.#cached.set(path, standing);
    return standing;
  }

  standingOfNames(names: readonly string[]): FactStanding {
    if (this.isBeyond(names)) return "nowhere";
    // The first name is often the subject of the rule, not a member: it counts only where the whole path is found.
    return this.#find(names) ?? (names.length > 1 ? this.#find(names.slice(1)) : undefined) ?? "nowhere";
  }

  /** Whether a schema has a place of this name with no names below it. */
  hasName(name: string): boolean {
    return this.#byLastName.has(name);
  }

  /** More names than any place has, even without the first: nothing below them can be found. */
  isBeyond(names: readonly string[]): boolean {
    return names.length > this.#namesMax + 1;
  }

  #find(names: readonly string[]): FactStanding | undefined {
    const last = names.at(-1);
    const places = last === undefined ? undefined : this.#byLastName.get(last);
    if (places === undefined) return undefined;
    const standings = places.filter((place) => endsWith(place.names, names)).map(({ standing }) => standing);
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
      // A fact with its evidence around it, as in a profile: hiding the value hides the fact.
      if (name === "value" && found) isValueDenied = true;
    }
    // Elements and free members have no name of their own.
    if (this.#index(schema["items"], names, isDenied)) contains = true;
    if (this.#index(schema["additionalProperties"], names, isDenied)) contains = true;
    const last = names.at(-1);
    if (last !== undefined) {
      this.#namesMax = Math.max(this.#namesMax, names.length);
      const places = this.#byLastName.get(last) ?? [];
      places.push({ names, standing: isDenied || isValueDenied ? "denied" : contains ? "mixed" : "open" });
      this.#byLastName.set(last, places);
    }
    return isDenied || contains;
  }
}

/**
 * A place on the way through a document. Rows of one kind pass it many times, so its visibility is looked up once. Names
 * are read one at a time: a document of long names costs no more than its length.
 */
export class FactStep {
  readonly standing: FactStanding;
  readonly #places: FactPlaces;
  readonly #names: readonly string[];
  #members: Map<string, FactStep> | undefined;

  constructor(places: FactPlaces, names: readonly string[]) {
    this.#places = places;
    this.#names = names;
    this.standing = places.standingOfNames(names);
  }

  /** Visibility of a member with nothing below it: most names of a free map are in no schema and need no step. */
  standingOfMember(name: string): FactStanding {
    return isPlain(name) && !this.#places.hasName(name) ? "nowhere" : this.member(name).standing;
  }

  member(name: string): FactStep {
    // Everything below has the same visibility: nowhere.
    if (this.#places.isBeyond(this.#names)) return this;
    this.#members ??= new Map();
    const existing = this.#members.get(name);
    if (existing !== undefined) return existing;
    const step = new FactStep(this.#places, [...this.#names, ...namesOf(name)]);
    this.#members.set(name, step);
    return step;
  }
}

/** `items[offer-a].premium` and `policies[].line` as the names of members; elements have one schema whatever their key. */
function namesOf(path: string): string[] {
  if (isPlain(path)) return [path];
  return withoutKeys(path)
    .split(".")
    .filter((step) => step !== "" && step !== "@");
}

function isPlain(name: string): boolean {
  return /^\w+$/.test(name);
}

/**
 * The path without bracketed parts. Reads each character once; a pattern would search for the end again from every
 * bracket.
 */
function withoutKeys(path: string): string {
  let kept = "";
  let at = 0;
  for (let open = path.indexOf("["); open !== -1; open = path.indexOf("[", at)) {
    const close = path.indexOf("]", open);
    if (close === -1) break;
    kept += path.slice(at, open);
    at = close + 1;
  }
  return kept + path.slice(at);
}

function endsWith(names: readonly string[], end: readonly string[]): boolean {
  return end.every((name, index) => names[names.length - end.length + index] === name);
}
