/**
 * Nouns of the frame of a question: the talk itself, its place and time, the desk that asks and the files that it keeps. Written
 * by us, by classes; compared by stems. A noun that is not here and has no meaning of its own is what is asked about: such a
 * question is not looked up.
 */
export const nouns = `
# the talk
advance answer answers ask attention background brief call chance clarification clue confirmation context conversation
curiosity detail doubt explanation favor favour glance glimpse guess hand heads-up heck help hint idea info
information inquiry insight lookup mention mind minute moment note overview picture point pointer query question
readout recap reference refresher reminder request rundown sec second snapshot sort summary talk thing things thought
tip update way word words priority
# measures and forms of an answer
amount amounts breakdown bunch count couple data datum deal dollar dollars entry extent fact facts field figure
figures item items kind level list listing lot magnitude measure name number numbers outline part
piece portion quantity range record records result results row section series set share size specifics stat
statistic statistics stats stuff sum table tally term terms tidbit total type usd value values variety worth
# the desk and its files
admin agency agent agents ams book books boss broker brokerage brokers
colleague coworker crm dashboard database desk desktop end epic ezlynx file files folder hawksoft house inbox index
ledger log logs notebook organisation organization page people platform portfolio
profile roster screen server shop side software spreadsheet staffer system systems team teammate workbook
apologies assistance blank brain cabinet deets drawer gist hurry lowdown luck memory nutshell peek rush scoop sheet
# time
afternoon beginning course date dates day days evening future instant lifetime meantime morning night past
present spell start stretch time times today tonight while
# occasion and
basis behalf case cases circumstance circumstances effect event form matter meeting occasion order place position
regard regards respect sake scope sense situation spot standpoint state
upcoming view
# people without a role of their own
anybody anyone everybody everyone fellow fellows folks gentleman guy guys individual individuals lady
himself herself itself myself ourselves themselves yourself yourselves
ma'am man member members nobody one ones people's person persons self somebody someone woman
# things that stand for what was said
another anything arrangement aspect both element else everything nothing other others rest same something such
whatever whichever
`;
