import { fromCents } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";

/** `workers_compensation` as a person writes it. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function inDays(verb: string, days: number): string {
  return days === 0 ? `${verb} today` : days === 1 ? `${verb} in 1 day` : `${verb} in ${days} days`;
}

// Created once: `toLocaleString` creates a formatter for every amount, a fortieth of a large run (measured).
const wholeAmounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 0, maximumFractionDigits: 2 });
const centAmounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `2,600.00` without needless decimals. */
export function money(cents: number): string {
  return (cents % 100 === 0 ? wholeAmounts : centAmounts).format(fromCents(cents));
}

export function percent(share: number): string {
  return `${roundHalfAwayFromZero(share * 100, 0)}%`;
}
