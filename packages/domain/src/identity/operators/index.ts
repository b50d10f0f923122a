/**
 * Operators: what the files of operators have in common.
 *
 * Guarantees: a refused file is refused whole, with every problem at its JSON Pointer. What a file may say is declared by the
 * module that reads it.
 */
export { invalidFile } from "./invalid-file.ts";
