import { generationOf, type NameReading, readName, tokensOf } from "@service/engine-kit";
import { byText } from "@service/json";
import { countriesDiffer } from "./qualify.ts";
import type { Party } from "./read-input.ts";

/** Whoever may hold a part of another: by name, kind and what distinguishes two who share these. */
export type Named = Pick<Party, "key" | "name" | "kind" | "birthDate" | "countries">;

/** Who is one holder (DIL-83): ids by key. */
export type HolderIds = {
  /** Two are one where nothing in the file contradicts it. */
  readonly likely: ReadonlyMap<string, string>;
  /** Two are one wherever name and kind allow it. */
  readonly possible: ReadonlyMap<string, string>;
};

/** A name as far as it identifies a holder. */
type Identity = {
  readonly key: string;
  readonly id: string;
  readonly forms: ReadonlySet<string>;
  readonly generation: string | undefined;
  readonly birthDate: string | undefined;
  readonly countries: readonly string[];
};

/** Legal forms of the United States that contradict each other. "Company" and "Ltd." stand beside any of them. */
const formFamilies: ReadonlyMap<string, string | undefined> = new Map([
  ...["llc", "lc", "limitedliabilitycompany"].map((form) => [form, "llc"] as const),
  ...["inc", "incorporated", "corp", "corporation"].map((form) => [form, "corporation"] as const),
  ...["co", "company", "ltd", "limited", "coltd", "companylimited", "coinc"].map((form) => [form, undefined] as const),
]);
/** They stay in a name of two words (NAME-9), and tell nobody apart. */
const address: ReadonlySet<string> = new Set(["mr", "mrs", "ms", "miss", "mx", "dr"]);

/**
 * DIL-83. A holder is known by the core of its name and its kind: not by legal form, title, order of words or marks. Two
 * of one name stay two where both occur and contradict each other: an LLC and a corporation, Junior and Senior, two
 * dates of birth or countries. Whoever of that name has none of these is a holder of its own then. Ids do not depend on the order.
 */
export function holderIds(named: readonly Named[]): HolderIds {
  const likely = new Map<string, string>();
  const possible = new Map<string, string>();
  for (const [id, own] of Map.groupBy(named.map(identityOf), (identity) => identity.id)) {
    const isOne = componentsOf(own).every((component) => component.every((one) => component.every(fits(one))));
    const parts = isOne ? componentsOf(own) : [...Map.groupBy(own, signatureOf).values()];
    for (const part of parts) {
      const signature = parts.length === 1 ? "" : part.map(signatureOf).sort(byText)[0];
      for (const { key } of part) likely.set(key, `${id}${signature ?? ""}`);
    }
    for (const { key } of own) possible.set(key, id);
  }
  return { likely, possible };
}

const unnamed = "key ";

/** Whether a holder has no name, but something in place of one (NAME-56): nobody knows who it is. */
export function isUnnamedHolder(id: string): boolean {
  return id.startsWith(unnamed);
}

function identityOf({ key, name, kind, birthDate, countries }: Named): Identity {
  const reading = readName(name, kind).readings.find(({ isUsable }) => isUsable);
  const isPerson = kind === "person";
  const tokens = tokensOf(name);
  const [letter = ""] = tokens;
  const core = reading === undefined ? letter : isPerson ? personCore(reading) : reading.joined[0];
  // What stands in place of a name is nobody else's (NAME-56); a single letter is searched by nothing, but the same here.
  const isNamed = reading !== undefined || (tokens.length === 1 && letter.length === 1);
  return {
    key,
    id: isNamed ? `${kind} ${core}` : `${unnamed}${key}`,
    forms: new Set(reading?.forms.flatMap(({ text, formClass }) => familyOf(text, formClass) ?? [])),
    generation: isPerson ? generationOf(name) : undefined,
    birthDate: isPerson ? birthDate : undefined,
    countries,
  };
}

function personCore({ words }: NameReading): string {
  const texts = words.map(({ text }) => text);
  const own = texts.filter((text) => !address.has(text));
  return [...new Set(own.length > 0 ? own : texts)].sort(byText).join(" ");
}

function familyOf(form: string, formClass: string): string | undefined {
  if (formFamilies.has(form)) return formFamilies.get(form);
  return formClass === "other" ? undefined : formClass;
}

/** Whether nothing contradicts that two of one name are one. */
function fits(a: Identity): (b: Identity) => boolean {
  return (b) =>
    (a.forms.size === 0 || b.forms.size === 0 || [...a.forms].some((form) => b.forms.has(form))) &&
    (a.generation === undefined || b.generation === undefined || a.generation === b.generation) &&
    (a.birthDate === undefined ||
      b.birthDate === undefined ||
      a.birthDate.startsWith(b.birthDate) ||
      b.birthDate.startsWith(a.birthDate)) &&
    !countriesDiffer(a.countries, b.countries);
}

/** Groups in which each fits the next. */
function componentsOf(identities: readonly Identity[]): readonly (readonly Identity[])[] {
  const components: Identity[][] = [];
  for (const identity of identities) {
    const near = components.filter((component) => component.some(fits(identity)));
    for (const component of near) components.splice(components.indexOf(component), 1);
    components.push([...near.flat(), identity]);
  }
  return components;
}

function signatureOf({ forms, generation = "", birthDate = "", countries }: Identity): string {
  const several = [[...forms], [...new Set(countries)]].map((all) => all.sort(byText).join("+"));
  return ` ${[...several, generation, birthDate].join("/")}`;
}
