import type { InstanceConfig } from "@service/contract";
import { compilePattern, type Pattern } from "@service/conditions";
import { LRUCache } from "lru-cache";

type Guardrails = InstanceConfig["guardrails"];

const patterns = new LRUCache<string, Pattern>({ max: 2_000 });

/** Whether a pattern of the configuration refuses the input (TURN-42). Patterns run in linear time. */
export function isRefusedInput({ refuse_patterns }: Guardrails, input: string): boolean {
  return refuse_patterns.some((source) => {
    let pattern = patterns.get(source);
    if (!pattern) patterns.set(source, (pattern = compilePattern(source)));
    return pattern.isFoundIn(input);
  });
}

const email = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
const phone =
  /(?<![\p{L}\p{N}])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)|\d{2,4})[ .-]?\d{3,4}[ .-]?\d{3,4}(?![\p{L}\p{N}])/gu;

/** Removes what the configuration keeps out of answers: mail addresses and telephone numbers. */
export function redactAnswer({ redact }: Guardrails, text: string): string {
  const withoutEmails = redact.includes("email") ? text.replaceAll(email, "[email removed]") : text;
  return redact.includes("phone") ? withoutEmails.replaceAll(phone, "[phone removed]") : withoutEmails;
}
