import { textOf } from "./html.ts";

/** What the search of the site loads: places, and for each word the places where it stands with a weight. */
export interface SearchIndex {
  /** Address from the root, title of the page, heading, first words. */
  readonly places: readonly (readonly [address: string, title: string, heading: string, excerpt: string])[];
  /** In the order of the words, so that a beginning of a word is found by halving. Place and weight alternate. */
  readonly words: readonly (readonly [word: string, found: readonly number[]])[];
}

export interface IndexedPage {
  readonly path: string;
  readonly title: string;
  /** HTML of the article alone. */
  readonly article: string;
}

const weights = { title: 6, heading: 8, text: 1 } as const;
const timesCounted = 4;
const excerptChars = 140;
const wordCharsMin = 2;
const wordCharsMax = 40;

/** Cuts every article at its headings and rows with an address, so that a result leads to the place and not the page. */
export function indexSearch(pages: readonly IndexedPage[]): SearchIndex {
  const places: [string, string, string, string][] = [];
  const words = new Map<string, Map<number, number>>();
  for (const page of pages) {
    for (const place of placesOf(page)) {
      const index = places.length;
      places.push([place.address, page.title, place.heading, place.text.slice(0, excerptChars)]);
      const count = (text: string, weight: number, most: number): void => {
        const times = new Map<string, number>();
        for (const word of wordsOf(text)) times.set(word, Math.min(most, (times.get(word) ?? 0) + 1));
        for (const [word, found] of times) {
          const at = words.get(word) ?? new Map<number, number>();
          at.set(index, (at.get(index) ?? 0) + found * weight);
          words.set(word, at);
        }
      };
      count(page.title, weights.title, 1);
      count(place.heading, weights.heading, 1);
      count(place.text, weights.text, timesCounted);
    }
  }
  return {
    places,
    words: [...words]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([word, found]) => [word, [...found].flat()] as const),
  };
}

/** Words in lower case; a code with underscores or full stops counts whole and by its parts. The script does the same. */
function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().match(/[a-z0-9][a-z0-9_.]*/g) ?? [];
  return whole
    .map((word) => word.replace(/[_.]+$/, ""))
    .flatMap((word) => (/[_.]/.test(word) ? [word, ...word.split(/[_.]+/)] : [word]))
    .filter((word) => word.length >= wordCharsMin && word.length <= wordCharsMax);
}

function placesOf({ path, title, article }: IndexedPage): { address: string; heading: string; text: string }[] {
  // What an example happens to contain is not what the page is about.
  const searched = article
    .replace(/<(div|details) data-nosearch>[\s\S]*?<\/\1>/g, " ")
    .replace(/<a class="self"[^>]*>#<\/a>/g, "")
    // The page itself is the place of its title.
    .replace(/<h1[\s\S]*?<\/h1>/, "");
  const cut = /<h[23](?: id="([^"]*)")?>([\s\S]*?)<\/h[23]>|<tr id="([^"]*)">([\s\S]*?)<\/tr>/g;
  const places: { address: string; heading: string; text: string }[] = [];
  let open = { address: path, heading: title, start: 0 };
  const close = (end: number): void => {
    const text = textOf(searched.slice(open.start, end));
    if (text !== "" || open.address === path) places.push({ address: open.address, heading: open.heading, text });
  };
  for (const match of searched.matchAll(cut)) {
    const [whole, id, headingHtml, rowId, row] = match;
    if (rowId !== undefined) {
      places.push({ address: `${path}#${rowId}`, heading: rowId, text: textOf(row ?? "") });
      continue;
    }
    // A heading without an address belongs to the place above it.
    if (id === undefined) continue;
    close(match.index);
    open = { address: `${path}#${id}`, heading: textOf(headingHtml ?? ""), start: match.index + whole.length };
  }
  close(searched.length);
  return places;
}
