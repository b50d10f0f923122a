import type { InstanceConfig } from "@service/contract";
import { compilePattern, type Pattern } from "@service/conditions";
import { chainFilters, filterLinks, redactText, visibleText } from "@service/models";
import { LRUCache } from "lru-cache";

type Guardrails = InstanceConfig["guardrails"];

const patterns = new LRUCache<string, Pattern>({ max: 2_000 });

/**
 * Whether a pattern of the configuration refuses the input (TURN-42), as it stands or in compatibility form without characters
 * that nobody sees. Patterns run in linear time.
 */
export function isRefusedInput({ refuse_patterns }: Guardrails, input: string): boolean {
  if (refuse_patterns.length === 0) return false;
  const seen = visibleText(input).normalize("NFKC");
  return refuse_patterns.some((source) => {
    let pattern = patterns.get(source);
    if (!pattern) patterns.set(source, (pattern = compilePattern(`(?i)${source}`)));
    return pattern.isFoundIn(input) || (seen !== input && pattern.isFoundIn(seen));
  });
}

/**
 * A whole text as the configuration lets answers be: without mail addresses and telephone numbers that it redacts, and with
 * links to addresses that stand in the sources alone (TURN-42, GROUND-64).
 * @param cited the addresses of the sources (`citedAddresses`)
 */
export function guarded({ links, redact }: Guardrails, text: string, cited: ReadonlySet<string>): string {
  const filter = chainFilters([redactText(redact), filterLinks(links, cited)]);
  return filter.push(text) + filter.end();
}
