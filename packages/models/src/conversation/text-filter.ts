/** Changes a text that comes in pieces: what may still change is held back until more has come. */
export interface TextFilter {
  /** What of the text so far is certain now and was not given before. */
  push(piece: string): string;
  /** The rest. Nothing may be pushed afterwards. */
  end(): string;
}

/** Filters one after the other. */
export function chainFilters(filters: readonly TextFilter[]): TextFilter {
  return {
    push: (piece) => filters.reduce((text, filter) => filter.push(text), piece),
    end() {
      let rest = "";
      for (const filter of filters) rest = filter.push(rest) + filter.end();
      return rest;
    },
  };
}
