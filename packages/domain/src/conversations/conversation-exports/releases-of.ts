import type { ExportedTurn } from "./parts.ts";

/** Keeps the numbers of the releases that turns were answered with, while the turns pass by. */
export function releasesOf() {
  const numbers = new Set<number>();
  return {
    numbers,
    async *noting(turns: AsyncIterable<ExportedTurn>): AsyncIterable<ExportedTurn> {
      for await (const turn of turns) {
        if (turn.instance_version !== "draft") numbers.add(turn.instance_version);
        yield turn;
      }
    },
  };
}
