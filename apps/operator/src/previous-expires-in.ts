import { previousSecretSeconds } from "@service/contract";
import { wholeNumber } from "./command.ts";

/** Help and reader of the option `--previous-expires-in`: how long a replaced secret stays valid. */
export const previousExpiresIn = [
  `0 to ${previousSecretSeconds.max}; default ${previousSecretSeconds.default}`,
  wholeNumber(0, previousSecretSeconds.max),
] as const;
