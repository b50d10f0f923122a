/** Articles, prepositions and conjunctions inside names of organizations; particles of people ("ag", "san") are words there. */
export const smallWords: ReadonlySet<string> = new Set(
  (
    "and the of for in on at by to a an y e et und och og i de del della dello di da do dos das du des den der die det " +
    "la las le les los lo il el al ul van von zu zum zur fur for per para por pour bei im am na za v w"
  ).split(" "),
);
