import type { Subject } from "../answer-request.ts";
import type { BookRow, BookSource } from "../book-source.ts";
import {
  findClient,
  findContact,
  findNamed,
  findPerson,
  type NamedClient,
  wordsOfClient,
  wordsOfNames,
} from "./find-client.ts";
import { means, readQuestion, type Reading } from "./reading.ts";

interface OneClient {
  readonly kind: "one";
  readonly client: BookRow | undefined;
  /** A contact of the client by whose name it was found. */
  readonly person?: BookRow;
  readonly taken: ReadonlySet<number>;
}

/** Several accounts are as near to what was written. */
export interface SeveralClients {
  readonly kind: "several";
  readonly rows: readonly BookRow[];
  readonly written: string;
}

/** The subject, else whom the question names; undefined: the subject is not there for the reader. */
export async function namedClient(
  reading: Reading,
  subject: Subject,
  book: BookSource,
): Promise<OneClient | SeveralClients | undefined> {
  const { client_key: key } = subject;
  if (key !== undefined) {
    const client = await book.row("accounts", key);
    // Other clients are out of the conversation: their names stay words that nothing explains.
    return client === undefined ? undefined : { kind: "one", client, taken: wordsOfClient(reading, client) };
  }
  const found = await findClient(book, reading);
  if (found.kind !== "none" && found.isPart === true) {
    const isOfPart = (words: ReadonlySet<number>): boolean =>
      found.kind === "several" || [...words].some((at) => found.taken.has(at));
    const inAgency = await namedInAgency(book, reading);
    if (inAgency.size > 0 && isOfPart(inAgency)) return { kind: "one", client: undefined, taken: new Set() };
    // A person's whole name comes before a part of a client's.
    const person = inAgency.size > 0 ? undefined : await findPerson(book, reading);
    if (person !== undefined && (isOfPart(person.taken) || person.account.key === keyOf(found)))
      return {
        kind: "one",
        client: person.account,
        person: person.contact,
        taken: new Set([...person.taken, ...wordsOfNames(reading, person.account)]),
      };
  }
  switch (found.kind) {
    case "none": {
      const person = (await namedInAgency(book, reading)).size > 0 ? undefined : await findPerson(book, reading);
      return person === undefined
        ? { kind: "one", client: undefined, taken: new Set() }
        : { kind: "one", client: person.account, person: person.contact, taken: person.taken };
    }
    case "one": {
      const person = (await mayNamePerson(book, reading, found.taken))
        ? await findContact(book, reading, [found])
        : undefined;
      return person === undefined
        ? { kind: "one", client: found.row, taken: found.taken }
        : { kind: "one", client: found.row, person: person.contact, taken: person.taken };
    }
    case "several": {
      // "Reyes at Blue Harbor": whoever of one of them is called by the other word.
      const clients = found.rows.map((row) => ({ row, taken: wordsOfNames(reading, row) }));
      const named = new Set(clients.flatMap(({ taken }) => [...taken]));
      const isPerson = found.isPart === true && (await mayNamePerson(book, reading, named));
      const person = isPerson ? await findContact(book, reading, clients) : undefined;
      return person === undefined
        ? found
        : { kind: "one", client: person.account, person: person.contact, taken: person.taken };
    }
  }
}

/** A name beside the client's is a contact's, unless it is a colleague's or one in rows of another kind: a driver's. */
async function mayNamePerson(book: BookSource, reading: Reading, taken: ReadonlySet<number>): Promise<boolean> {
  const { meanings, lines } = readQuestion(reading.text, book.asOf, taken);
  const isOfPeople = meanings.every(
    ({ kind, value }) => kind !== "kind" && (kind !== "family" || value === "contacts" || value === "accounts"),
  );
  return isOfPeople && lines.length === 0 && (await namedInAgency(book, reading)).size === 0;
}

/** A carrier's or a colleague's whole name comes before a part of a client's; a part of a carrier's where only one is asked for. */
async function namedInAgency(book: BookSource, reading: Reading): Promise<ReadonlySet<number>> {
  const copy = { ...reading, words: reading.words.map((word) => ({ ...word })) };
  const isOfCarriers = means(reading, "field", "rating", "appointed", "admitted_states");
  await findNamed(book, copy, "carriers", { isWhole: !isOfCarriers });
  await findNamed(book, copy, "staff", { isWhole: true });
  return new Set(copy.words.flatMap(({ by }, at) => (by === "carriers" || by === "staff" ? [at] : [])));
}

function keyOf(found: NamedClient): string | undefined {
  return found.kind === "one" ? found.row.key : undefined;
}
