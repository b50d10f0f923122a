import { expect, test } from "@jest/globals";
import { laidOut, type PdfAnnotation, type PdfPiece } from "./pdf-layout.ts";

const piece = (str: string, x: number, y: number, more: Partial<PdfPiece> = {}): PdfPiece => ({
  str,
  hasEOL: true,
  width: str.length * 5,
  height: 10,
  transform: [10, 0, 0, 10, x, y],
  ...more,
});
const part = (str: string, x: number, y: number, width = str.length * 5): PdfPiece =>
  piece(str, x, y, { hasEOL: false, width, height: str.trim() === "" ? 0 : 10 });
const field = (rect: readonly number[], more: PdfAnnotation): PdfAnnotation => ({
  subtype: "Widget",
  annotationFlags: 4,
  rect,
  ...more,
});
const textOf = (pieces: readonly PdfPiece[], annotations: readonly PdfAnnotation[] = []): string =>
  laidOut(pieces, annotations)
    .map(({ str, hasEOL }) => `${str}${hasEOL ? "\n" : ""}`)
    .join("");

test("what is drawn twice for bold is read once, and what is stated twice stays (STORE-36)", () => {
  const twice = [part("Limit: $1,000", 50, 700), piece("Limit: $1,000", 50.4, 700), piece("Limit: $1,000", 50, 680)];
  expect(textOf(twice)).toBe("Limit: $1,000\nLimit: $1,000\n");
});

test("filled fields and typed text stand behind their labels, boxes at their places (STORE-36)", () => {
  const pieces = [
    piece("Revenue:", 50, 600),
    piece("Payroll:", 50, 560),
    piece("Notes:", 50, 540),
    part("Losses?", 50, 500),
    part(" ", 85, 500, 175),
    part("Yes", 280, 500),
    part(" ", 295, 500, 45),
    piece("No", 340, 500),
  ];
  const fields = [
    field([220, 595, 400, 612], { fieldType: "Tx", fieldValue: "$3,150,000" }),
    field([220, 535, 400, 552], { fieldType: "Tx", fieldValue: "secret", annotationFlags: 2 }),
    { subtype: "FreeText", rect: [220, 555, 400, 572], textContent: ["$1,284,500"] },
    field([260, 495, 275, 510], { fieldType: "Btn", checkBox: true, fieldValue: "Yes", exportValue: "Yes" }),
    field([320, 495, 335, 510], { fieldType: "Btn", checkBox: true, fieldValue: "Off", exportValue: "Yes" }),
  ];
  expect(textOf(pieces, fields).replaceAll(/ {2,}/g, " ")).toBe(
    "Revenue: $3,150,000\nPayroll: $1,284,500\nNotes:\nLosses? [x] Yes [ ] No\n",
  );
});

test("values that are drawn after their template stand beside their labels; columns of prose stay (STORE-36)", () => {
  const form = [piece("Insured:", 50, 700), piece("Premium:", 50, 680), piece("Fenwater LLC", 200, 700)];
  expect(textOf([...form, piece("$18,420.00", 200, 680)])).toBe("Insured: Fenwater LLC\nPremium: $18,420.00\n");
  const columns = [piece("The deductible for theft", 50, 700), piece("is five", 50, 680), piece("Flood is", 330, 700)];
  expect(textOf(columns)).toBe("The deductible for theft\nis five\nFlood is\n");
});

test("gaps between cells are blanks, and a cell stands below its head (STORE-36)", () => {
  const row = (y: number, first: string, second: string): readonly PdfPiece[] => [
    part(first, 50, y),
    part(" ", 50 + first.length * 5, y, 250 - first.length * 5),
    piece(second, 300, y),
  ];
  const [head = "", line = ""] = textOf([...row(700, "Coverage", "Limit"), ...row(680, "Building", "1,850,000")]).split(
    "\n",
  );
  expect(head.indexOf("Limit")).toBe(50);
  expect(line.indexOf("1,850,000")).toBe(50);
});
