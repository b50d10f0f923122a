/** Replaced in this order. */
const soundGroups: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|ch(?=[bcdfgjklmnpqrstvwxz])/g, "s"],
  [/tch|ch|ts|tz/g, "k"],
  [/kh|ck|gh|[cqg]/g, "k"],
  [/x/g, "ks"],
  [/ph|ff|[vwf]/g, "v"],
  [/iy|ii|yi|ey|ei|ay|ai|ie|[yej]/g, "i"],
  [/ou|oo|u/g, "o"],
  [/(?<=.)h/g, ""],
  [/z/g, "s"],
  [/(.)\1+/g, "$1"],
];

/** A key under which transliterations of one word meet (NAME-15): `zacharov` and `zakharov` are both `sakarov`. */
export function foldToken(word: string): string {
  let folded = word;
  for (const [pattern, sound] of soundGroups) folded = folded.replace(pattern, sound);
  return folded;
}
