/** The database does not answer; the message is all that the operator sees (OPS-27). */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";

  constructor(options?: ErrorOptions) {
    super("the database cannot be reached", options);
  }
}
