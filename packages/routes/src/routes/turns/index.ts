import { cancelTurn } from "./cancel-turn.ts";
import { listTurns } from "./list-turns.ts";
import { readTurn } from "./read-turn.ts";
import { resumeTurn } from "./resume-turn.ts";
import { streamTurn } from "./stream-turn.ts";
import { submitTurn } from "./submit-turn.ts";

/** Turns of conversations and their streams. */
export const turnRoutes = [submitTurn, listTurns, readTurn, streamTurn, resumeTurn, cancelTurn];
