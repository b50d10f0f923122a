import type { Sensitivity } from "@service/privacy";

/** A kind of document, and the classes that its text carries (CAT-5, DOC-30). */
interface DocumentKind {
  readonly key: string;
  readonly label: string;
  readonly classes: readonly Sensitivity[];
}

/** What a document may hold whose kind says nothing else. */
const unknownContents: readonly Sensitivity[] = ["internal", "pii_identity", "financial"];

/** Documents about carriers and their products concern no client. */
const published: readonly Sensitivity[] = [];

export const documentKinds: readonly DocumentKind[] = [
  { key: "application", label: "Application", classes: unknownContents },
  { key: "supplemental", label: "Supplemental application", classes: unknownContents },
  { key: "loss_runs", label: "Loss runs", classes: unknownContents },
  { key: "schedule_of_values", label: "Schedule of values", classes: unknownContents },
  { key: "driver_list", label: "Driver list", classes: unknownContents },
  { key: "vehicle_list", label: "Vehicle list", classes: unknownContents },
  { key: "financials", label: "Financial statements", classes: unknownContents },
  { key: "contract", label: "Contract", classes: unknownContents },
  { key: "photos", label: "Photos", classes: unknownContents },
  { key: "policy", label: "Policy", classes: unknownContents },
  { key: "quote", label: "Quote", classes: unknownContents },
  { key: "certificate", label: "Certificate of insurance", classes: ["internal", "pii_identity"] },
  { key: "invoice", label: "Invoice", classes: unknownContents },
  { key: "commission_statement", label: "Commission statement", classes: [...unknownContents, "commission"] },
  { key: "correspondence", label: "Correspondence", classes: unknownContents },
  { key: "screening_report", label: "Screening report", classes: [...unknownContents, "screening"] },
  { key: "appetite_guide", label: "Appetite guide", classes: published },
  { key: "form", label: "Form", classes: published },
  { key: "product_guide", label: "Product guide", classes: published },
  { key: "underwriting_guide", label: "Underwriting guide", classes: published },
  { key: "other", label: "Other", classes: unknownContents },
];

const classesByKind = new Map(documentKinds.map(({ key, classes }) => [key, classes]));

/** The classes of a client's document: one of a client is never published, whatever its kind. */
export function classesOfClientDocument(kind: string): readonly Sensitivity[] {
  const classes = classesByKind.get(kind) ?? unknownContents;
  return classes.length === 0 ? unknownContents : classes;
}
