import { type Json, isJsonArray, listOf, numberSchema, shapeOf } from "@service/json";

export type Point = readonly [x: number, y: number];

/** Linear between the points, flat beyond them. Points ascend in x (checked on save). */
export function piecewise(points: readonly Point[], x: number): number {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (x <= first[0]) return first[1];
  for (let index = 1; index < points.length; index += 1) {
    const left = points[index - 1];
    const right = points[index];
    if (left === undefined || right === undefined || x > right[0]) continue;
    return left[1] + ((x - left[0]) / (right[0] - left[0])) * (right[1] - left[1]);
  }
  return last[1];
}

/** Points of a utility in a configuration, 2 to 20 of them, each coordinate at most `max`. Their order is checked on save. */
export function pointsSchema(max: number) {
  return listOf(shapeOf<Point>({ type: "array", items: numberSchema(0, max), minItems: 2, maxItems: 2 }), 20, 2);
}

/** The points of a value that a caller wrote; what is no point is left out. */
export function readPoints(value: Json | undefined): readonly Point[] {
  if (!isJsonArray(value)) return [];
  return value.flatMap((point) => {
    if (!isJsonArray(point)) return [];
    const [x, y] = point;
    return typeof x === "number" && typeof y === "number" ? [[x, y] as const] : [];
  });
}
