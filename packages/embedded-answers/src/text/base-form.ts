/** Irregular forms of verbs, each line the forms of its first word. Only in quoting. */
const table = `
bind bound
break broke broken
bring brought
build built
buy bought
choose chose chosen
come came
drive drove driven
fall fell fallen
find found
get got gotten
give gave given
go went gone
hold held
keep kept
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
rise rose risen
see saw seen
sell sold
send sent
speak spoke spoken
spend spent
stand stood
take took taken
teach taught
tell told
think thought
withdraw withdrew withdrawn
write wrote written
`;

const bases: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split("\n")
    .flatMap((line): [string, string][] => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form) => [form, base]);
    }),
);

/** The verb of an irregular form; any other word as it is. */
export function baseForm(word: string): string {
  return bases.get(word) ?? word;
}
