import type { InstanceConfig } from "@service/contract";
import { chainFilters, filterLinks, redactText, visibleText } from "@service/models";
import type { ComputingThreads } from "../../computing/index.ts";

type Guardrails = InstanceConfig["guardrails"];

/**
 * Whether a pattern of the configuration refuses the input (TURN-42), as it stands or in compatibility form without characters
 * that nobody sees.
 * @throws the reason of the signal.
 */
export async function isRefusedInput(
  { computing }: { readonly computing: Pick<ComputingThreads, "isFound"> },
  { refuse_patterns }: Guardrails,
  { input, signal }: { readonly input: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (refuse_patterns.length === 0) return false;
  const seen = visibleText(input).normalize("NFKC");
  const patterns = refuse_patterns.map((source) => `(?i)${source}`);
  return computing.isFound(patterns, seen === input ? [input] : [input, seen], signal);
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
