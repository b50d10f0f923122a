const way = "(?:by )?(?:a )?(?:checks?|cheque|card|credit card|transfer|wire|ach|eft|cash)";

/** Several ways of payment of which one is asked for: `check, card or transfer`, `card or what`. */
export const waysOfPayment = new RegExp(
  `\\b${way}\\b(?:\\s*[,/]\\s*${way}\\b)*\\s*(?:,?\\s*\\bor\\b|/)\\s*(?:${way}|what|else|other|something|not)\\b`,
  "iu",
);
