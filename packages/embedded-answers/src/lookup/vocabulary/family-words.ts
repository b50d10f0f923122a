/** Kinds of rows, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const familyWords = `
family policies: policy | policies | insurance policy | insurance | insurance program | program | contracts of insurance |
  coverage in place | lines | coverages with us | insurance portfolio | policy list | schedule of insurance |
  schedule of policies | business with us | =lines of business | =lines of insurance | =lines of coverage | =placements
family claims: claim | claims | loss | losses | incident | claim history | loss history | claims history |
  claims experience | accident | loss experience | losses reported | claim activity | claims activity | loss record |
  claims record | claims file
family contacts: contact | contact person | contact name | contact information | contact info | contact details |
  person to call | who should i call | who do i call | who do we deal with | who should i talk to | who do we talk to |
  who should i speak to | whom should i call | point of contact | who to call | who should we call | who can i call |
  who do i talk to | who do i speak to | who do i speak with | who should i speak with | who do i reach out to |
  who should i contact | who do i contact | who do i ask for | who can i talk to | who would i call | poc | decision maker |
  key person | who should i ask for | who do i email | who do i get hold of | go to person | who should i email |
  who should we email | who do we email | who can i email | =everyone | =everybody | who all do we know | who do we know |
  people on file | people do we have on file | how many people do we have on file | people we have on file |
  how many people do we know | people do we know | people do we deal with | people we deal with |
  how many people do we deal with | people to talk to | all the people on file | people on the account | people on the file |
  who is on file | who is on the account | who all is on file | contacts on file | contact list | list of contacts |
  names and numbers | our contacts | who can we call | who can we talk to | who else can i call | who do i ring |
  who should i ring | who would i talk to | folks we deal with | folks do we deal with | folks on file | folks we know |
  folks do we know | names of the folks | who do we work with | who do we have there | people we talk to
family documents: document | =what papers | =which papers | paper | file on record | paperwork | attachment | documentation | documents on file |
  files on file | docs | doc | file cabinet | filing cabinet | papers | document list | list of documents | attachments |
  attachments tab | documents tab | pdf | pdfs | =scans | =scan | =uploads | =uploaded | went into the file |
  went in the file | put into the file | put in the file | added to the file | came into the file | landed in the file |
  thing in the file | things in the file | filed under | saved under | saved for | stored under | stored for | on paper |
  docs on file | document type | form on file
family tasks: task | to do | todo | open item | action item | outstanding item | diary | follow up | suspense | reminder |
  to dos | follow ups | followup | activity due | open activities | to do item | on my plate | on our plate |
  on the to do list | work items | needs to be done | left to do | on the task list | task list | on our task list |
  still to do | things to do | get done | to get done | have to do | has to do | have to get done | has to get done |
  need to do | needs to do | must do | still pending | sitting on | sit on | on his plate | on her plate | on their plate |
  on whose plate | let slip | let something slip | slipped | slip through | slipped through | loose end | loose ends |
  outstanding task | outstanding to do | outstanding work | pending task | pending work | pending item | open work |
  open to do | work to do | things left to do | left open | still open for us | work item | work queue | work list |
  to do list | waiting to be done | has to be done | have to be done | action items | assigned task | ticket | tickets |
  chore | chores | job to do | owe them on | diary items
family activities: activity | have something logged | what happened most recently | what happened recently | what happened lately |
  what has happened most recently | thing we logged | thing we noted | thing we recorded | thing we did | have anything going on |
  anything going on | thing logged | things logged | thing noted | thing recorded | something logged | log something | logged something | anything logged |
  have anything logged | happened on the account | happen on the account | happened last on the account |
  last thing that happened | happened last | what happened last | what last happened | what was the last thing that happened | happen last | happened most recently | last happened | went on last | touchpoint | touch point | interaction | touch | communication | contacted | in touch |
  talk to | talked to | spoke to | spoke with | speak with | heard from | talk with | talked with | reached out |
  correspondence | conversation | call log | last talk | service request | activities log | activity log | last contact |
  last contacted | contact history | last spoken | last spoke | speak to | spoken to | spoken with | been in contact |
  had contact | hear from | met with | last conversation | =emailed | =phoned | billing question | coverage question |
  renewal review | certificate request | endorsement request | certificate activity | endorsement activity |
  last thing we did | last thing | touch base | touched base | =dealt with | last dealt with | log entry | log entries |
  logged activity | activities logged | activities on record | contacts noted | contacts logged | contacts recorded |
  contacts documented | contacts on record | of all the contacts | worked it | worked it last | worked on it last |
  deal with | dealt with us | reach out | reach out to | rang | ring | rang them | sat down | sit down | sat down with |
  sit down with | calls logged | emails logged | meetings logged | check in with | checked in with | checked in |
  got hold of | got back to | got in touch | get in touch | been in touch | caught up with | catch up with | last spoken to |
  last worked | last dealt | last seen | last heard | last time we spoke | last time we talked | last time somebody |
  interactions on record | touches | touchpoints | billing q | billing qs | coverage q | coverage qs | cert request |
  endt request | phone calls | contact log | contact record | account log | diary entry | according to the activity log |
  in the activity log | note logged | notes logged | last note | latest note | most recent note | note on file
family opportunities: opportunity | cross sell | upsell | cross selling | sales opportunity | sales lead | lead |
  rounding opportunity | round out | account rounding | cross sell opportunity | prospects for cross sell | opps |
  cross sells | upsells | upsell opportunity | account rounding opportunity | chance to sell | chances to sell |
  selling opportunity | pipeline | sales idea | something to sell | potential sale
family renewals: renewal | renewal pipeline
family quotes: quote | quoted | quotation | indication | proposal | quoting | quotes in | offers | qt | qts |
  came back with | come back with | gave us prices | gave prices | gave us a price | give us a price | give us prices |
  gave a price | offered | bid | bids | numbers back | prices back | pricing back | quotes received | priced it
family submissions: submission | application to market | market submission | sent to market | out to market | =marketed |
  submit | submitted | submitted to | went to market with
family invoices: invoice | bill | bills | statement of account | installment | receivable | receivables | a r |
  accounts due | installments
family payments: payments made | made payments | payment received | payments received | receipt of payment | payment from |
  payments from | last payment | latest payment | most recent payment | payment we got | payments on file |
  payments we received | payment history | payments come in | =payments | =paid us | =collect | =collected |
  payments we collected | send us money | sent us money | send money | sent money | sent us a check | send us a check |
  money we got | money received | money we received | newest payment | most recent payments | latest payments |
  last payments | payments in | incoming payments
family locations: location | premises | site | building | property location | insured location | place of business |
  locations insured | premise | addresses insured
family vehicles: vehicle | car on file | truck | auto schedule | unit on the schedule | fleet | automobile schedule |
  scheduled vehicle | vans | van | power units | pickups | vehicle schedule | schedule of vehicles | trucks
family drivers: driver | listed driver | drivers list | rated driver | insured driver | licensed driver
family contracts: contract | requirement | insurance requirement | contractual requirement | contracts on file |
  owner contract
family accounts: account | client | customer | insured | clients | book of business | firm | business | businesses |
  accounts | named insured | policyholder | policy holder | policyholders
family carriers: insurance market | carrier panel
`;
