/** Parts of a broker's business that a connection may or may not deliver (REC-2). */
export const planes = ["book", "claims", "servicing", "placement", "billing", "reference"] as const;
export type Plane = (typeof planes)[number];

/** Kinds of rows of a system of record, in the order in which they are shown (REC-2). */
export const familyNames = [
  "accounts",
  "contacts",
  "policies",
  "coverages",
  "contracts",
  "locations",
  "vehicles",
  "drivers",
  "claims",
  "activities",
  "documents",
  "submissions",
  "quotes",
  "renewals",
  "invoices",
  "payments",
  "carriers",
  "lines",
  "offices",
  "teams",
  "staff",
] as const;
export type FamilyName = (typeof familyNames)[number];
