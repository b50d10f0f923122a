import { called, files, inForce, text } from "./sample-truth.ts";

/** Questions that neither the book nor a paper of the sample answers. */
const tuned = [
  "What is {C}'s credit score?",
  "Who is the CEO's assistant at {C}?",
  "When does the aviation policy of {C} expire?",
  "What is the premium for {C}'s kidnap and ransom policy?",
  "When does the policy of Umbertine Glassworks expire?",
  "How many claims does Northgate Falconry have?",
  "Who wrote the proposal that {C} rejected?",
  "What is the weather in Ohio tomorrow?",
  "Which carrier will win the tender next year?",
  "What was the score of the game last night?",
  "Why did {C} choose us over a competitor?",
  "Is {C} happy with our service?",
  "What is the wifi password of the Lakeward office?",
  "How many claims will {C} have next year?",
  "Which lawyer represents {C}?",
  "What is the blood type of {C}'s owner?",
  "What is the deductible on {C}'s pet insurance?",
  "When does policy SYN-00000000-99 expire?",
  "What is the status of claim CL-0000001?",
  "What did the adjuster say about {C}'s roof?",
  "How many parking spaces does {C} rent?",
  "What is the capital of Pennsylvania?",
  "Who insured {C} before us?",
  "What commission did our competitors earn on {C}?",
  "Which bank finances {C}?",
  "What is the salary of {C}'s bookkeeper?",
  "What is {C}'s union contract about?",
  "Does {C} own a helicopter?",
  "What is the fax number of {C}?",
  "Tell me a joke about insurance.",
] as const;
const kept = [
  "What's {C}'s Dun and Bradstreet rating?",
  "When was {C}'s last safety inspection?",
  "Which surety bonds does {C} have outstanding in Nevada?",
  "What is the limit on {C}'s fine art floater?",
  "Who is the carrier for Silverpine Orchards?",
  "What premium does Calder & Voss Shipping pay?",
  "Who is {C}'s accountant's brother?",
  "Will interest rates rise this year?",
  "What time does the Millgate office open on Saturdays?",
  "How do I bake sourdough bread?",
  "Should {C} switch carriers?",
  "What do customers say about {C} online?",
  "Who approved the vacation request of our receptionist?",
  "What will {C}'s premium be in 2031?",
  "Which attorney handled the lawsuit against {C}?",
  "What's the shoe size of {C}'s owner?",
  "What is the waiting period on {C}'s long term care policy?",
  "Who is the insured on policy SYN-99999999-77?",
  "How much was paid on claim CL-9999999?",
  "What is the password of {C}'s client portal?",
  "How many stores does {C} plan to open?",
  "Who is the president of the United States?",
  "Which broker had {C} in 2012?",
  "How much profit did {C} make last quarter?",
  "What mortgage does {C} have?",
  "How tall is {C}'s bookkeeper?",
  "What is the melting point of copper?",
  "How many drones does {C} operate?",
  "What's {C}'s stock ticker?",
  "Write a poem about renewals.",
] as const;

export function unanswerableQuestions(): readonly { readonly set: "tuned" | "kept"; readonly question: string }[] {
  const clients = files.filter((file) => inForce(file).length > 1 && text(file.rows.accounts[0]?.name) !== "");
  const put = (set: "tuned" | "kept", wordings: readonly string[]) =>
    wordings.map((wording, at) => {
      const file = clients[(at * 3 + (set === "kept" ? 1 : 0)) % clients.length];
      return { set, question: wording.replaceAll("{C}", file === undefined ? "" : called(file)) };
    });
  return [...put("tuned", tuned), ...put("kept", kept)];
}
