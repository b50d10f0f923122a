/** A message earlier on the path of the conversation, oldest first. */
export interface EarlierText {
  readonly role: "user" | "assistant";
  readonly text: string;
}
