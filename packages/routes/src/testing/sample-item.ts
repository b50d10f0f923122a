/** An item of a comparison: a quote with one coverage. */
export function sampleItem(key: string) {
  return {
    key,
    kind: "quote",
    label: key,
    carrier: { name: key },
    effective_on: "2027-01-01",
    expires_on: "2028-01-01",
    premium: { base: 1_000 },
    coverages: [{ line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 }],
  };
}
