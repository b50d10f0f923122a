import type { JsonObject } from "@service/json";
import { all, fact } from "./entity-analysis-conditions.ts";

/** Trades by NAICS prefix; the 2022 titles are the Census Bureau's. */
export const technology = ["5415", "5132", "518", "519"];
export const professions = ["5411", "5412", "5413", "5414", "5416", "5242", "5312", "5313"];
export const medicine = "6211 6212 6213 6214 6215 6216 6221 6222 6223 6231 6232 6233 6239".split(" ");
export const storesData = ["44", "45", "52", "54", "61", "62", "722"];
export const servesAlcohol = ["7224", "4453", "3121"];
export const mayServeAlcohol = ["7225", "7211", "7223", "7139", "7131"];
export const ofTrade = (prefixes: readonly string[]): JsonObject => fact("profile.naics", "starts_with", prefixes);

/** Without its own statement, a trade that often has the exposure is asked: an unknown fact leaves the rule open. */
export const exposedTrade = (path: string, prefixes: readonly string[]): JsonObject =>
  all(ofTrade(prefixes), fact(path, "eq", true));
