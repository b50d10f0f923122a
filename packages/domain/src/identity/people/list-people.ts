import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { normalEmail, personColumns, type Person, type PersonWords } from "./person.ts";

const list = statement(
  "people_list",
  `select ${personColumns} from people p order by p.email limit 1000`,
).narrowed<PersonWords>();
const readOne = statement(
  "people_read",
  `select ${personColumns} from people p where p.id = $1`,
).narrowed<PersonWords>();
const readByEmail = statement(
  "people_read_by_email",
  `select ${personColumns} from people p where p.email = $1`,
).narrowed<PersonWords>();

/** All people of the installation by email, disabled ones included; at most 1,000. */
export async function listPeople({ db }: Pick<Deps, "db">): Promise<readonly Person[]> {
  const { rows } = await db.pool.query(list([]));
  return rows;
}

/** @throws `not_found`. */
export async function readPerson({ db }: Pick<Deps, "db">, personId: string): Promise<Person> {
  const { rows } = await db.pool.query(readOne([personId]));
  return found(rows[0]);
}

/** @throws `not_found`. */
export async function readPersonByEmail({ db }: Pick<Deps, "db">, email: string): Promise<Person> {
  const { rows } = await db.pool.query(readByEmail([normalEmail(email)]));
  return found(rows[0]);
}

const readNames = statement("people_read_names", "select id, name from people where id = any($1::uuid[])");

/** Names of people by their id; who does not exist has none. @param ids UUIDs. */
export async function namesOfPeople(
  { db }: Pick<Deps, "db">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.pool.query(readNames([[...new Set(ids)]]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function found(person: Person | undefined): Person {
  if (!person) throw fail("not_found", { message: "There is no such person." });
  return person;
}
