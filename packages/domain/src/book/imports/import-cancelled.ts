/** Ends the work of an import whose cancel was asked. */
export class ImportCancelled extends Error {
  override readonly name = "ImportCancelled";

  constructor() {
    super("the import was cancelled");
  }
}
