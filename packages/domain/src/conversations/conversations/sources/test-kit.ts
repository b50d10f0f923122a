import type { Database } from "@service/db";
import { isDate, isInstant, isJsonArray, type Json, type JsonObject } from "@service/json";
import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import { deskFiles, deskSample, sampleDay } from "@service/sample-data/desk-questions";
import { textOf } from "@service/sample-data";
import { createTestBook, type TestBook, type TestRow } from "../../../testing/index.ts";

/** The sample of the desk's questions as an import would store it, served as of its day. */
export async function createDeskBook(db: Pick<Database, "pool">, organizationId: string): Promise<TestBook> {
  const book = await createTestBook(db, { organizationId });
  const { organization, market } = deskSample;
  const agency: readonly (readonly [FamilyName, readonly JsonObject[]])[] = [
    ["carriers", market.carriers],
    ["offices", organization.offices],
    ["teams", organization.teams],
    ["staff", organization.staff],
  ];
  const ofClients = deskFiles.flatMap(({ rows }) => Object.entries(rows));
  const puts = [...agency, ...ofClients].flatMap(([name, rows]) => {
    const family = familyNamed(name);
    return rows.map((row): TestRow => {
      const { text: _text, fields: _fields, ...kept } = row;
      return { family, sourceId: textOf(row[familyOf(family).keyName]), fields: storedFields(book, family, kept) };
    });
  });
  await book.write({ puts });
  await book.serve(new Date(`${sampleDay}T12:00:00Z`));
  return book;
}

function familyNamed(name: string): FamilyName {
  const family = familyNames.find((each) => each === name);
  if (family === undefined) throw new Error(`${name} is no family`);
  return family;
}

/** References become keys, and dates that cannot be read are left out, as an import does. */
function storedFields(book: TestBook, family: FamilyName, row: JsonObject): JsonObject {
  const { fields, keyName } = familyOf(family);
  const stored: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === keyName) continue;
    const declared = fields[name];
    const { refersTo } = declared ?? {};
    if (refersTo !== undefined)
      stored[name] = isJsonArray(value)
        ? value.map((key) => book.keyOf(refersTo, textOf(key)))
        : book.keyOf(refersTo, textOf(value));
    else if (declared?.schema.format === "date" && !isDate(textOf(value))) continue;
    else if (declared?.schema.format === "date-time" && !isInstant(textOf(value))) continue;
    else stored[name] = value;
  }
  return stored;
}
