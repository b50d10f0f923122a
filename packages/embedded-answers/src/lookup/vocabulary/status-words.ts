/** States of rows, roles of people and kinds of documents. One meaning to a line (`phrases.ts`). */
export const statusWords = `
status active: active | in force | all in force | current | in effect now | currently active | existing | live | inforce | in place |
  still in force | still active | presently in force | on risk | =policies on file | still with us | still a client |
  still our client | still a customer | still our customer | still insured with us | still insured by us | still insured |
  still a client of ours | still a customer of ours | still doing business with us | still on our books |
  still on the books | with us still | on our books still | currently a client | currently our client |
  currently insured with us | a current client | an active client | an active customer | an active account
status future: future | not yet effective | starting soon | not started yet | future dated | pending effective
status expired: ran out | already expired | =expired | =lapsed | =already expired
status cancelled: cancelled | canceled | cancellation | =terminated
status non_renewed: non renewed | nonrenewed | not renewed | nonrenewal | non renewal
status open: open | pending | still open | unresolved | outstanding claim | ongoing | not closed | unclosed | still pending |
  in progress | not wrapped up | havent been wrapped up | hasnt been wrapped up | isnt wrapped up | arent wrapped up |
  not closed out | arent closed | isnt closed | not yet closed | not been closed | hasnt closed | havent closed |
  hasnt been closed | havent been closed | still going | still going on | still ongoing | still running | still unresolved |
  still being worked | not resolved | not settled | hasnt been settled | havent been settled | unsettled | have going |
  has going | have open | has open | not finalized | hanging out there | still hanging | remains open | remain open |
  left open | not done | not finished
status closed: closed | settled | resolved | closed out | completed | wrapped up | wrap up | wrapped | put to bed |
  finalized | done and closed | taken care of | fully paid | paid in full
status overdue: overdue | past due | delinquent | behind on | in arrears | missed | =late | late on | late with |
  behind with | behind in | running late | past its due date | past their due date | past terms | beyond the due date |
  after the due date | past its date | past the due date | past due date | past its deadline | behind schedule |
  gone past due | overdue since
status unpaid: unpaid | not paid | hasnt paid | havent paid | hasnt been paid | havent been paid | not been paid |
  not yet paid | yet to pay | yet to be paid | didnt pay | never paid | have not paid | has not paid | isnt paid |
  arent paid | wasnt paid | not settled up | unpaid yet | still to be paid | waiting on payment | waiting to be paid
status primary: primary | main | key | principal | lead contact | best contact
status commercial: commercial client | commercial account | business client | commercial | commercial customer |
  commercial lines | commercial lines client | commercial lines account | business account | business customer |
  commercial insured | cl account | commercial segment | commercial side | commercial book | commercial lines book |
  cl client | cl clients | cl accounts | cl customer | cl customers | cl insured | cl side | cl book |
  business lines client | commercial clients | commercial insureds | comml client | commercial accounts |
  commercial household
status personal: household | households | personal client | personal lines client | household client |
  personal lines account | personal lines | private client | personal account | personal lines customer |
  residential client | pl account | family account | families | personal segment | personal side | personal book |
  personal lines book | personal clients side | pl client | pl clients | pl accounts | pl customer | pl customers |
  pl household | pl households | pl insured | pl insureds | pl side | pl book | personal lines household |
  personal lines households | personal lines customers | personal insured | personal customer | residential account |
  residential customer
status former: former | past client | ex client | lost client | inactive | former client | lost account | no longer with us |
  left us | previous client | former account | ex customer | ex insured | lost customer | are they gone | gone elsewhere |
  have left | has left | left the agency | left the book | dropped us | no longer a client | no longer our client |
  no longer insured with us | no longer insured | not with us any more | not with us anymore | past customer | past account |
  previous customer | old client | inactive client | inactive account | went elsewhere | moved on
status prospect: prospect | prospective | prospects
status insured: insured kind
status agency_bill: agency billed | agency bill | billed by the agency | billed by us | agency billing | =ab | agency pay |
  on agency bill
status direct_bill: direct billed | direct bill | direct billing | billed direct | billed by the carrier | carrier billed |
  =db | carrier bill | company bill | company billed | on direct bill | bill direct
status declined: declined | turned down | declinations | declination | passed on | turn down | turned us down |
  turned it down | turned them down | turn us down | turning down | said no | say no | says no | said no to | say no to |
  pass on | passing on | passed | rejected | reject | refused | refuse | refused to quote | wouldnt write | would not write |
  wouldn't write | wouldnt quote | would not quote | didnt want | shot down | shot us down | decline | declines |
  declined to quote | declined to offer | no quote | balked at
status bound: bound
status lost: lost | lose | losing | went away | gone away | got away | walked away | slipped away | fell through | get away
status new: new business | brand new | new
status in_review: in review | under review | being reviewed
status outreach: in outreach | outreach
status identified: =identified
status sent: submissions sent | sent out
role owner: owner | proprietor | owns | owned by | business owner
role bookkeeper: bookkeeper | bookkeeping
role manager: manager
role spouse: spouse | wife | husband
role fleet manager: fleet manager | runs the fleet | in charge of the fleet | fleet contact | handles the fleet |
  responsible for the fleet | manages the fleet | who manages the fleet | who runs the fleet | who handles the fleet |
  who is in charge of the fleet
role ceo: ceo | chief executive | chief executive officer
role cfo: cfo | chief financial officer
role controller: controller
role president: president
role office manager: office manager
role risk manager: risk manager
role hr: hr manager | human resources
role partner: business partner
kind loss_runs: loss run | loss runs | loss history report | lossrun | lossruns | currently valued losses |
  loss history in the file | loss history on file | loss history in file | loss history on record |
  loss history report on file | lossrun report | loss run report | carrier loss runs | loss runs on file
kind declarations: declaration | declarations | dec page | declarations page | dec pages | decs | dec | declaration page |
  dec sheet | dec sheets | declarations pages | decs page | dec pgs | dec pg | deck page | deck pages | policy declarations
kind application: application | applications | acord | acord form | acord application | apps | signed application |
  application form | app on file | signed app | acords | acord 125 | acord 126 | acord 130 | acord 140 |
  insurance application
kind contract: contract document | contract on file | copy of the contract | job contract | requirements sheet |
  insurance requirements sheet | requirement sheet | construction contract on file | subcontract | subcontract agreement |
  subcontractor agreement | contract in the file | contract copy
kind policy: policy form | policy document | policy copy | copy of the policy
kind certificate: certificate | certificate of insurance | coi | cert | cois
kind endorsement: endorsement document
kind inspection: inspection report
`;
