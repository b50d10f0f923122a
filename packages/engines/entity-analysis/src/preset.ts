/** The dimensions of a new engine. Rules of a pack name them, and do not run in a configuration that leaves one out. */
export const usualDimensions = [
  { key: "coverage_adequacy", label: "Coverage adequacy" },
  { key: "exposure_match", label: "Exposure match" },
  { key: "contract_compliance", label: "Contract compliance" },
  { key: "loss_experience", label: "Loss experience" },
  { key: "documentation", label: "Documentation" },
  { key: "renewal_readiness", label: "Renewal readiness" },
] as const;
