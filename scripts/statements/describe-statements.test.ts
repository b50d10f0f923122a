import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type TestDatabase, testDatabase } from "@service/testing";

import { describeStatements, type DescribedStatement } from "./describe-statements.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function described(text: string, parameterNames: readonly string[] = []): Promise<DescribedStatement> {
  const { statements } = await describeStatements(database.url, [
    { name: "asked", text, parameterNames, isHot: false },
  ]);
  const [only] = statements;
  if (!only) throw new Error("nothing was described");
  return only;
}

/** Each column as `name: type`, with `?` where it can be null and the words it can hold. */
async function columnsOf(text: string): Promise<string[]> {
  return (await described(text)).columns.map(
    ({ name, type, isNullable, words }) =>
      `${name}${isNullable ? "?" : ""}: ${type}${words ? ` (${words.join(" ")})` : ""}`,
  );
}

describe("a described statement", () => {
  test("has the types of its parameters", async () => {
    const { parameters } = await described("update runs set status = $2, attempt = $3 where id = any($1)");
    expect(parameters).toEqual(["uuid[]", "run_status", "smallint"]);
  });

  test("is refused with more than four parameters by number, and taken with names", async () => {
    const text = "select $1::int as a, $2::int as b, $3::int as c, $4::int as d, $5::int as e";
    await expect(described(text)).rejects.toThrow(
      "asked: has 5 numbered parameters: with more than 4, name them (@organization_id) and call it with an object",
    );
    expect(await described(text, ["a", "b", "c", "d", "e"])).toMatchObject({
      parameterNames: ["a", "b", "c", "d", "e"],
    });
  });

  test("takes constraints over, and loses them on the nullable side of an outer join", async () => {
    expect(
      await columnsOf(
        `select e.id, e.slug, e.description, k.id as key_id, o.monthly_run_cap
         from organizations o join engines e on e.organization_id = o.id
         left join organization_keys k on k.organization_id = o.id`,
      ),
    ).toEqual(["id: uuid", "slug: text", "description: text", "key_id?: uuid", "monthly_run_cap?: integer"]);
  });

  test("follows columns through subqueries, common table expressions and unions", async () => {
    expect(
      await columnsOf(
        `with recursive line as (
           select id, engine_slug from runs
           union all select id, null from line
         ) select id, (select max(attempt) from runs) as most, engine_slug from line`,
      ),
    ).toEqual(["id: uuid", "most?: smallint", "engine_slug?: text"]);
  });

  test("knows what is never null", async () => {
    expect(
      await columnsOf(
        `select exists (select from runs) as a, array(select id from runs) as b, (select count(*) from runs) as c,
           coalesce(error, '') as d, started_at is null as e, now() as f, created_at > now() as g, 1 + attempt as h
         from runs`,
      ),
    ).toEqual([
      "a: boolean",
      "b: uuid[]",
      "c: bigint",
      "d: text",
      "e: boolean",
      "f: timestamp with time zone",
      "g: boolean",
      "h: integer",
    ]);
  });

  test("counts as null what may be: parameters, fields of JSON, aggregates over no rows, a part of an array", async () => {
    expect(
      await columnsOf(
        `select $1::text as a, (select before ->> 'x' from audit_log limit 1) as b, max(attempt) as c,
           (array_agg(id))[1] as d, nullif(1, 1) as e from runs`,
      ),
    ).toEqual(["a?: text", "b?: text", "c?: smallint", "d?: uuid", "e?: integer"]);
  });

  test("takes a condition of the statement for a proof", async () => {
    expect(
      await columnsOf(
        "select completed_at, error, subject_key from runs where completed_at is not null and error = $1",
      ),
    ).toEqual(["completed_at: timestamp with time zone", "error: text", "subject_key?: text"]);
  });

  test("returns of a change what was written", async () => {
    expect(
      await columnsOf(
        `update runs r set lease_token = gen_random_uuid(), error = null where error is not null and stage is not null
         returning lease_token, error, stage`,
      ),
    ).toEqual(["lease_token: uuid", "error?: text ()", "stage: text"]);
  });

  test("lists the words that the statement lists", async () => {
    expect(
      await columnsOf(
        `with changed as (
           update runs r set status = case when r.attempt = 0 then 'failed'::run_status else 'processing' end
           returning r.status, case when r.attempt = 0 then 'gave up' else 'again' end as what)
         select status, what from changed union all select 'queued', 'nothing'`,
      ),
    ).toEqual(["status: run_status (processing failed queued)", "what: text (again gave up nothing)"]);
  });

  test("is refused with its name when the database refuses it, or when two of its columns have one name", async () => {
    await expect(described("select missing from runs")).rejects.toThrow('asked: column "missing" does not exist');
    await expect(described("select 1 as x, 2 as x")).rejects.toThrow("asked: two columns are named x");
  });
});
