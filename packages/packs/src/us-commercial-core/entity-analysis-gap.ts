import type { JsonObject } from "@service/json";

/** A gap rule of the pack; its dimension is that of its list. */
export type Gap = {
  key: string;
  label: string;
  line: string;
  coverage?: string;
  exposure_when: JsonObject;
  covered_when: JsonObject;
  partial_when?: JsonObject;
  suppress_when?: JsonObject;
  exposure_amount?: JsonObject;
  title?: string;
  variants?: JsonObject[];
  severity: string;
  recommendation: string;
  talking_points: string[];
  work_item?: JsonObject;
};

/** The usual work item of a gap: speak with the client within a month. */
export const offer = (title: string): JsonObject => ({ kind: "contact_client", title, due_in_days: 30 });
