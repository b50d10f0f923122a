import { type FamilyName, familyOf, rowTableOf } from "@service/record-families";
import { type BookDeps, type BookRead, inSnapshot, isVisible, SqlText } from "../../../book/records/index.ts";

/** How many rows of a family the viewer sees at a snapshot, exact however many there are. */
export async function countRowsOf(deps: BookDeps, read: BookRead, family: FamilyName): Promise<number> {
  const values = new SqlText();
  const { viewer } = read;
  const visible =
    viewer.enforced && familyOf(family).owner !== "agency"
      ? `and ${isVisible(values, family, "t", { ...read, grants: viewer.grants })}`
      : "";
  const text = `select count(*)::int as count from ${rowTableOf(family)} t
    where t.connection_id = ${values.value(read.connectionId, "uuid")}
      and ${inSnapshot("t", values.value(read.seq, "int"))} ${visible}`;
  const [counted] = await deps.book.query<{ readonly count: number }>({ text, values }, read.signal);
  return counted?.count ?? 0;
}
