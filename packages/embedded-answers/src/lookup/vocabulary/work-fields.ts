/** Facts of work on the book: renewals, quotes, invoices, carriers, runs, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const workFields = `
field status: status | state of play | stand | standing | status of | current status | standing of | state of | shape |
  latest on | update on | where things stand | where it stands
field stage: stage | how far along | where are we | where do we stand | how far | progress | stage is | step | phase |
  which stage | in the process | what stage | where are we at | where things are | where we are | where are we on |
  come along | coming along
field balance: balance | open balance | owe | owes | outstanding balance | amount due | outstanding amount | outstanding |
  unpaid balance | still owe | amount owed | due balance | owed | open amount | how much is owed | owes us | owe us |
  amount outstanding | balance due | balance owed | unpaid amount | amount unpaid | open receivables |
  outstanding receivables | current balance | account balance | left to pay | still due | due us | past due amount |
  past due balance | outstanding premium | money owed | still to pay | total owed | remaining balance |
  outstanding receivable | owing | total owing | owes in total | still open on the account | in the hole | into us for |
  on the hook for | left owing | left unpaid | left open | remaining unpaid | amount still open | amount still owed |
  money still owed | still outstanding | to be collected | left to collect | yet to be paid | running balance |
  yet to pay us | what they owe | have to settle
field due: due | due date | due on | when due | due dates | payable | payment due | next due | falls due | comes due |
  bill due | invoice due | supposed to be in | supposed to be paid | supposed to come in | supposed to pay |
  supposed to have paid | due by | due in | date due | have to pay it | have to pay it by | had to pay it | have to pay by |
  had to pay by | need to pay by | needs to be paid | need to be paid | needed to be paid | must be paid |
  should it have been paid | should have been paid | should it have come in | should have come in | deadline to pay |
  payment deadline | pay deadline | pay by date | when is it due | expected in | deadline | by when | by what day |
  by what date | by which day | by which date | due day | needs to be done by | need to be done by | when must |
  have to be done by
field paid_on: paid on | date paid | payment date | payment received on | date of payment | last paid | day paid |
  when paid | pay the | money come in | money came in | money come | money arrive | money arrived | payment come in |
  payment came in | payment arrive | payment arrived | check come in | check came in | check clear | funds come in |
  get the money | got the money | got our money | get our money | settled on | date settled | clear | cleared |
  day of payment | last pay us | come in from them | get paid | got paid | receive the money | received the money |
  settle it | settled it | day was it paid | when was it settled | paid it off
field invoice_number: invoice number | invoice no | invoice num | invoice id | bill number | bill no |
  number of the invoice | number of the bill | number on the invoice | number on the bill | invoice reference |
  number on it | invoice numbers | bill numbers
field payment_number: payment number | payment no | payment num | payment id | payment reference | receipt number |
  number of the payment
field method: in what form | what form | what kind of payment | type of payment | kind of payment | means did they pay |
  mode of payment | payment mode | way did they pay | how they pay | how they paid | payment form | pay method |
  payment method | method of payment | pay by | method | how paid | paid by what | how do they pay | how did they pay |
  way of payment | paid with | pay with | payment type | form of payment | means of payment | by which means |
  by what means | which means | what means | through which means | by what method | by which method | which method |
  what method | in which way | in what way | how was it paid | how was that paid | by which channel | by what channel |
  which channel | what channel | over which channel | through which channel | medium | what medium | which medium |
  through what | form of payment was it | what form of payment | channel | channels | means of contact | way of contact
field days_late: by how many days | how many days past due | how many days past its due date |
  how many days past the due date | days past its due date | days past the due date | days after the due date |
  how many days after the due date | days after it was due | how many days overdue | how many days behind | days behind |
  number of days late | number of days past due | late by how many days | how far past due | how long past due | days late |
  how late | days overdue | days past due | how many days late | how overdue
field decline_reason: decline reason | reason for decline | why declined | reason declined | reason for declining |
  reason for the decline | reason given for declining | declination reason | what reason did | grounds for declining |
  reason they declined | reason for turning | reason for passing | reason for the no | reason for saying no |
  reason for the pass | reason they passed | reason they said no | basis for declining | basis of the decline |
  decline code | reason of decline
field lost_reason: lost reason | reason lost | why lost | reason for losing | reason it was lost | lost because |
  reason for loss of the renewal | reason we lost | reason for the loss of | reason they left | reason for leaving |
  reason it went away | loss reason | reason for losing it | what did we lose it to | reason given for leaving
field premium: shooting for | shoot for | aiming at | aiming for | aim for | target premium | premium target |
  targeted premium | expected premium | proposed premium | renewal price | quoted at | price quoted | quoted price |
  offered price
field target: target date | target | targets | target for | target effective
field rating: rating | rated | am best rating | financial strength | am best | best rating | financial strength rating |
  ratings | a m best | am best grade | best grade | financial rating | carrier rating | grade | rated by best | ambest |
  a m best rating | financial stability rating | strength rating | letter grade | letter rating | how strong |
  how strong financially | strong | solvency rating | best letter
field appointed: appointed | appointment | appointed with | appointments with | hold an appointment | an appointment with |
  direct appointment | have an appointment | contracted with | contracted | contract to place | contract to place direct |
  contract to place business | direct contract | do we represent | appointed by | authorized to place
field admitted_states: admitted | admitted states | licensed in | licensed | states are they admitted |
  states does it write | states are they licensed | admitted in | states admitted | =what states | =which states |
  =licensed states
field subject: subject | about what | topic | subject line | regarding what | what was it about | discuss | discussed |
  concerning what | was about | topic of | what it was about | was it about | what re | in what matter | what was it for |
  what was it re | about which topic | what did it concern | subject matter
field date: date | dated | dated on | what date | what day | when received | received | dates | on what day |
  as of what date | on what date | which date | what dates | how recent | how fresh | as of when | from what date |
  from when | when is it from | what day was it | from which date | from which day | its date | how far back | how long ago |
  what day is it from | dating from | sent on | submitted on | day we sent | day we submitted | when we sent |
  when we submitted | went out on | went to market on
field score: score | expected value
field headline: headline | headline of the review | main finding | bottom line | summary | key takeaway | overall result |
  conclusion | summarize
field findings: issue found | concern | red flag | red flags | what did the review find | what did the analysis find |
  =finding | =findings
field gaps: gap | coverage gap | gaps in coverage | missing coverage | what is missing | coverage is missing |
  uninsured exposure
field run: run | analysis | review | assessment | report | risk review | risk analysis | risk run | engine
field age: how old is | how old are | how current is | how recent is | age of | how old | how dated | how stale
field elsewhere: license number | licence number | drivers license number | driver license number | account number |
  routing number | social security number | ssn | fax | fax number | room number | suite number | extension number |
  minimum wage | hourly wage | loss ratio | combined ratio | credit score | credit limit | experience mod | mod factor |
  mod rate | stock price | net income | market share | market value | lease end | interest rate | check number | check no |
  cheque number | confirmation number | tracking number | case number | docket number | police report |
  police report number | late fee | late fees | finance charge | sales tax | subjectivities | subjectivity | attorney |
  claimant | body shop | injured worker | underwriter at | underwriter signed | name of the underwriter |
  underwriter's name | other agencies | other agency | other brokers | industry average | national average |
  settlement amount
field priority: priority | how urgent | urgency | how hot | how pressing | priority level | how important | how critical
`;
