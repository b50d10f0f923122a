/** Screens a hundred people of eight other names each against the crowd, all sharing words with all, and prints what came out. */
import { answerOf, at, engineWith, hitsOf, organization, warningCodes } from "./bench.ts";
import { crowd, word } from "./crowd.ts";

const parties = Array.from({ length: 100 }, (_, n) => ({
  party_key: `p${n}`,
  name: `Maria Garcia ${word(n)}`,
  kind: "person",
  role: "officer",
  aliases: Array.from({ length: 8 }, (__, alias) => `Maria Garcia ${word(n * 8 + alias + 9000)}`),
}));
const input = { ...organization("Velonik Shipping"), related_parties: parties, custom_list: crowd };
const startedAt = process.cpuUsage();
const result = answerOf(engineWith({ lists: [], matching: { max_hits_per_list: 1 } }), input);
const answer = {
  status: result.status,
  warnings: warningCodes(result),
  hits: hitsOf(result),
  detail: at(result.output, "/checks/names/detail"),
  cpuSeconds: process.cpuUsage(startedAt).user / 1e6,
};
process.stdout.write(`${JSON.stringify(answer)}\n`);
