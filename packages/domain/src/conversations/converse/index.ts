/**
 * Converse: one exchange with a model, of which nothing is kept but a line of usage.
 *
 * Guarantees: what the caller sent goes to the model of the alias and to nobody else; an alias that is not open to the
 * organization is not called; every failure of a model has one of the fifteen reasons.
 */
export { type Conversing, converse, type ConverseEvent, type ConverseQuestion } from "./converse.ts";
