import type { Clock } from "@service/runtime";
import { LRUCache } from "lru-cache";

/**
 * Answers of `read`, each kept for `keptMs` by its key and shared by those who wait for it: for what many pages ask often and
 * what costs a while. A failure is not kept.
 */
export function keepAnswers<Given, Answer>(
  { clock, keptMs, max }: { readonly clock: Clock; readonly keptMs: number; readonly max: number },
  keyOf: (given: Given) => string,
  read: (given: Given) => Promise<Answer>,
): (given: Given) => Promise<Answer> {
  const kept = new LRUCache<string, { readonly atMs: number; readonly answer: Promise<Answer> }>({ max });
  return (given) => {
    const key = keyOf(given);
    const nowMs = clock.nowMs();
    const found = kept.get(key);
    // An answer from the future does not count: a clock that was set back would keep it for longer.
    if (found !== undefined && nowMs >= found.atMs && nowMs - found.atMs < keptMs) return found.answer;
    const answer = read(given);
    kept.set(key, { atMs: nowMs, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
