/** Why a value cannot be taken: the end of a sentence that begins with the field's name. */
export class Refused {
  readonly message: string;
  /** A code that neither a lookup nor the field knows. */
  readonly isUnmapped: boolean;

  constructor(message: string, isUnmapped = false) {
    this.message = message;
    this.isUnmapped = isUnmapped;
  }
}
