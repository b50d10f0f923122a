/** One exchange with a model, of which nothing is kept. */
import type { Route } from "../../http/route.ts";
import { answerConverse } from "./answer-converse.ts";

export const converseRoutes: readonly Route[] = [answerConverse];
