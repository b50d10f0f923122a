/** Below every id: where a walk by id begins. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";

/** Walks rows page by page, each after the place of the last one. @returns how many `blank` says it changes. */
export async function blankPages<Row, Place>(walk: {
  readonly first: Place;
  readonly rowsPerPage: number;
  readonly read: (after: Place) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => Place;
  readonly blank: (row: Row) => Promise<boolean>;
}): Promise<number> {
  let blanked = 0;
  for (let after = walk.first; ;) {
    const rows = await walk.read(after);
    for (const row of rows) if (await walk.blank(row)) blanked += 1;
    const last = rows.at(-1);
    if (last === undefined || rows.length < walk.rowsPerPage) return blanked;
    after = walk.placeOf(last);
  }
}
