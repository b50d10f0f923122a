/**
 * Questions of a broker's desk about the sample, each with its truth computed of the generator's rows: look-ups in three
 * wordings, questions on papers and on a handbook, and questions that nothing answers. Half of the wordings (`tuned`) were
 * there when the embedded answerer was made; the others (`kept`) measure it.
 */
export { handbook, handbookQuestions } from "./handbook.ts";
export { lookUpQuestions, type Question } from "./look-up-questions.ts";
export { type PaperQuestion, paperQuestions } from "./paper-questions.ts";
export { files as deskFiles, sample as deskSample, sampleDay, type Truth } from "./sample-truth.ts";
export { unanswerableQuestions } from "./unanswerable-questions.ts";
