import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pdfFile } from "@service/file-text/testing";
import { fieldsOf, rowsOf, text, until } from "./answers.ts";
import { money, tableOf } from "./print-table.ts";
import type { Work } from "./work.ts";

/** Invented, like everything in the demonstration. */
function quoteOf(carrier: string, premium: string, occurrence: string): Buffer {
  const lines = [
    "QUOTE",
    `Carrier: ${carrier}`,
    "Named Insured: Harbor Street Bakery LLC",
    "Effective date: 03/15/2027",
    "Expiration date: 03/15/2028",
    `Premium: ${premium}`,
    "General liability",
    `Each Occurrence: ${occurrence}`,
    "General Aggregate: $2,000,000",
  ];
  return pdfFile(["Synthetic sample. Thank you for the opportunity to quote.", lines.join("\n")]);
}

const quotes = [
  { key: "granite", title: "Quote of Granite Mutual", file: quoteOf("Granite Mutual", "$8,400", "$1,000,000") },
  { key: "lakeside", title: "Quote of Lakeside Casualty", file: quoteOf("Lakeside Casualty", "$7,500", "$500,000") },
];

/** Two PDFs in, a comparison out: the quotes are imported as documents, and a run reads them by their references. */
export async function showQuotes({ folder, connectionId, comparisonSlug, ask, svc, finished, print, heading }: Work) {
  heading("12. Two quotes as PDFs, imported and compared");
  const files = join(folder, "quotes");
  await mkdir(files);
  for (const { key, file } of quotes) await writeFile(join(files, `${key}.pdf`), file);
  const manifest = join(folder, "quotes.csv");
  const rows = quotes.map(({ key, title }) => `${key}.pdf,${title},form`);
  await writeFile(manifest, ["file,title,kind", ...rows, ""].join("\n"));
  await svc("documents", "import", files, "--connection", connectionId, "--manifest", manifest);
  const items = await Promise.all(
    quotes.map(async ({ key, title }) => {
      const ref = await until(`the text of ${title}`, async () => {
        const found = await ask("GET", `/catalog/documents?q=${encodeURIComponent(title)}`);
        const [document = {}] = rowsOf(found["documents"]);
        return document["text_status"] === "ready" ? text(document["source_blob_ref"]) : undefined;
      });
      return { key, documents: [{ document_key: key, title, source_blob_ref: ref }] };
    }),
  );
  const subject = { key: "harbor-street-bakery", label: "Harbor Street Bakery" };
  const accepted = await ask("POST", `/engines/${comparisonSlug}/runs`, { input: { subject, items } });
  const run = await finished(text(accepted["run_id"]));
  const output = fieldsOf(run["output"]);
  print(`  ${text(output["headline"])}\n`);
  print(
    tableOf(
      ["Offer", "Read as", "Premium", "Stated on"],
      rowsOf(output["documents"]).map((document) => {
        const premium = rowsOf(document["values"]).find(({ field }) => field === "premium.base") ?? {};
        return [
          text(document["item_key"]),
          text(document["kind"]),
          money(premium["value"]),
          `page ${text(premium["page"])}: ${text(premium["excerpt"])}`,
        ];
      }),
    ),
  );
}
