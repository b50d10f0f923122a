export const appetiteLevels = ["preferred", "standard", "limited", "prohibited"] as const;
export type AppetiteLevel = (typeof appetiteLevels)[number];

export const markets = ["admitted", "surplus", "program"] as const;
export type Market = (typeof markets)[number];

/** What a rule does to a placement when its condition is true (MATCH-10). */
export const effects = ["knockout", "refer", "adjust"] as const;
export type Effect = (typeof effects)[number];

/** What a client wants most; each may have weights of its own. */
export const priorities = ["balance", "price", "coverage", "speed"] as const;
export type Priority = (typeof priorities)[number];
