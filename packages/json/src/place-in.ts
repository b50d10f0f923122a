/** Converts UTF-16 indices of a place in a text to code points, which readers in other languages count. */
export function placeIn(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  if (!/[\ud800-\udfff]/.test(text.slice(0, end))) return { start, end };
  const before = codePointsIn(text, 0, start);
  return { start: before, end: before + codePointsIn(text, start, end) };
}

function codePointsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}
