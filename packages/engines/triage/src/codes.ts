/** The parts of a priority, in the order in which a breakdown lists them (TRI-8). */
export const dimensions = ["value", "urgency", "relationship", "strategic"] as const;
export type Dimension = (typeof dimensions)[number];

/** The suggested action of the desk; none declines anybody (TYPE-6). */
export const actions = [
  "work_now",
  "chase_info",
  "specialist",
  "queue",
  "clearance",
  "hold_duplicate",
  "decline_candidate",
] as const;
export type Action = (typeof actions)[number];

export const submissionKinds = ["new", "renewal", "endorsement", "service"] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

export const documentKinds = [
  "application",
  "supplemental",
  "loss_runs",
  "schedule_of_values",
  "driver_list",
  "vehicle_list",
  "financials",
  "contract",
  "photos",
  "other",
] as const;

export const ruleEffects = ["knockout", "refer", "adjust"] as const;
export type RuleEffect = (typeof ruleEffects)[number];

export const utilityNames = ["value", "urgency_days", "response_age", "tier", "bind_rate"] as const;
