/** Facts of a client and of its people, by the words of a broker's desk for them. One meaning to a line (`phrases.ts`). */
export const accountFields = `
field phone: phone | phone number | telephone | telephone number | cell | mobile | cell number | call | number to reach |
  reach | contact number | number to call | best number | phone no | telephone no | tel | phone line | office number |
  direct line | call them | dial | cell phone | mobile number | mobile phone | callback number | call back number | digits |
  number on file | main number | reach by phone | business phone | work phone | phone contact | ring | number to ring |
  main no | main line | office line | landline | phone num | contact no | number to dial | give a call | give them a call |
  give a ring | give them a ring | call them at | call at | callback no | phone them | phone them at | phone on file |
  best no | number we have for | telephone on file | shop number | desk number
field email: email | email address | e mail | e mail address | emails | e mails | electronic mail | email contact |
  send an email | email to | shoot a note | send a note | drop a note | drop a line | shoot an email | shoot an e mail |
  drop an email | send an e mail | send e mail | e mail addy | email addy | addy | electronic mail address |
  email contact address | account email | acct email | account e mail | mail box | write to by email | email on file |
  e mail on file | what email | cc | copy on an email | electronic address | where do i write | where can i write |
  where should i write | address to write to | write to
field birth: birth date | date of birth | birthday | born | dob | birthdate | birthdays | dobs | when born | bday
field channel: preferred channel | prefer to be contacted | preferred way | preferred contact method | contact preference |
  preferred method of contact | contact method | preferred communication | like to be contacted | want to be contacted |
  like to be reached | prefer to be reached | best way to reach | best way to contact | best way to get hold |
  preferred means | communication preference | prefer us to contact | prefers | prefer email | prefer phone | prefer text |
  preferred contact | prefer | preference | call text or email | call or text | text or call | call or email |
  email or call | text or email | email or text | email or phone | phone or email | phone or text | text or phone |
  phone email or text | email phone or text | text email or phone | phone text or email | email text or phone |
  call email or text | text call or email | email call or text | reach best | best reached | best to reach | best contacted |
  best way to get in touch | best way of reaching | best way of contacting | best way to contact them |
  best way to get a hold | best channel | best method | contact channel | channel | preferred means of communication |
  means of communication | means of contact | method of contact | mode of contact | way of contact | prefers to be reached |
  prefers to be contacted | prefers being contacted | like us to contact | like us to reach | like us to reach out |
  want us to reach out | wants to be reached | wants to be contacted | wants us to contact | likes to be reached |
  likes to be contacted | comm preference | communication preferences | contact preferences | prefer we contact |
  prefer that we contact | favorite way | favored way | rather be contacted | rather be reached | rather be called |
  want texts | wants texts | want emails | wants emails | want calls | wants calls | take texts | takes texts | like texts |
  likes texts | prefers texts | prefer texts | prefers calls | prefer calls
field dnc: do not contact | do not call | not be contacted | on the do not call list | do not call list |
  off limits to call | opted out | can we call | allowed to call | allowed to contact | dnc | dnc flag | dnc list |
  dnc flagged | marked no contact | no contact list | no contact flag | flagged do not contact | flagged as do not contact |
  flagged no contact | marked do not contact | marked as do not contact | marked dnc | flagged dnc | do not contact flag |
  do not contact list | do not contact status | on the do not contact list | on do not contact | do not call flag |
  do not email | do not text | off limits | no call list | okay to call | okay to contact | okay to reach out | ok to call |
  ok to contact | ok to reach out | allowed to reach out | allowed to reach out to | allowed to email | allowed to text |
  allowed to phone | may we contact | may we call | can i call | can i contact | can we contact | can we reach out |
  can we email | can we text | asked not to be contacted | asked not to be called | doesnt want to be contacted |
  doesnt want to be called | not to be contacted | not to be called | leave alone | flagged so we should not reach out |
  should not contact | should not call
field address: address | located | mailing address | street address | where do i send mail | where do i send | send mail |
  based | city | zip | zip code | headquartered | headquarters | street | postal address | location of the office |
  addresses | where at | what city | which city | what town | which town | town | what state | which state |
  physical address | office address | mail to | mailing | based in | based out of | situated | headquarter | zipcode |
  postal code | where are they | business address | home address | residence | live at | lives at | reside | where live |
  street and city | by post | by mail | snail mail | post to | envelope | on the envelope | on the label | mailing label |
  suite | street suite town | mail it | mail this | mail something | mailed to | zip codes | where is it located |
  where do i post | place of business address | street number | which street | what street | address label | sits at |
  where located
field employees: staff | employee | employees | headcount | staff size | people work | people employed | work force |
  workforce | staff employ | worker | employ | number of staff | people | number of employees | employee count |
  how many people do | people on staff | people on payroll | full time employees | workers | on payroll | on the payroll |
  team size | fte | ftes | crew size | head count | size of the staff | size of the workforce | personnel | ees | ee |
  ee count | ees count | folks work | how many folks work | people do they have working | how many do they employ |
  how many work | how many work there | work there | on staff | folks on staff | staff count | employs | employed |
  employing | body count | number of workers | how many folks | how many people work | how many people are employed |
  how many persons | how many people work for | work for them | manpower | people on the payroll | folks on the payroll |
  employee number | number of ees | number of people | number of staff employed | insured by employees |
  insured by headcount | insured by number of employees | insured by staff | bodies | bodies on staff | how many bodies |
  crew | on the crew | folks on the crew | people on the crew | in the crew
field revenue: revenue | annual revenue | sales | annual sales | turnover | gross a year | gross receipts | gross sales |
  receipts | gross | yearly revenue | annual gross sales | gross revenue | annual turnover | gross annual sales |
  annual receipts | yearly sales | topline | top line | annual gross receipts | bring in a year | make a year | revenues |
  annual income | sales volume | sales figure | turn over | turns over | turned over | take in | takes in | taking in |
  took in | bring in | pull in | pulls in | rake in | total sales | total revenue | total receipts | gross income |
  gross figure | sales number | revenue figure | revenue number | sales figures | sales fig | annual revenues | rev |
  yearly receipts | yearly turnover | sales per year | money do they make | money does make | how much do they make |
  how much does make | business volume | volume of business | how much business do they do | do in sales | does in sales |
  doing in sales | insured by annual sales | insured by sales | insured by revenue | insured by annual revenue |
  insured by turnover | insured by receipts
field payroll: payroll | wages | annual payroll | annual wages | payroll amount | total payroll | payroll figure |
  remuneration | annual remuneration | total remuneration | wage bill | wage | wage total | wage figure | salaries | salary |
  annual salaries | yearly salaries | total salaries | total wages | salary total | salaries total | pay out in wages |
  pays out in wages | pay in wages | pays in wages | paying in wages | paid in wages | pay out in salaries |
  pay in salaries | pay out in payroll | pay in payroll | wages paid | salaries paid | pay their people | pays their people |
  pay its people | pays its people | pay their employees | pay its employees | pay their staff | pay its staff |
  pay their workers | pay its workers | spend on wages | spend on payroll | spend on salaries | spend on staff | staff cost |
  labor cost | labour cost | labor costs | wage cost | wages cost | payroll number | wages figure | insured by payroll |
  pays its staff
field years: years in business | how long in business | how long have been in business | in business | been in business |
  in operation | been operating | been around | years of operation | years established | years operating |
  years experience in business | been in operation | company been around | how old is the business | how old is the company |
  been going | been at it | been trading | been running | been open | been doing this | been up and running |
  been established | been in the trade | been in the business | age of the business | age of the company | company age |
  business age | how old is the firm | how old is the outfit | years has been going | years have been going |
  years been going | years going | years been at it | years in the business | years in the trade | yrs been open |
  in the game | established for | how long established | how long open | how long trading | how long running |
  years trading | years running | insured by years in business
field since: been a client | been a customer | been insured with | been with | been our client | client since |
  customer since | with us since | been with us | how long with us | how long a client | with the agency since |
  become a client | became a client | joined | been a client of ours | client for | been our customer |
  been insured through us | with our agency | tenure | client tenure | come to us | came to us | first join |
  sign on with us | become clients | first become | been on the books | been on our books | been doing business |
  relationship start | been with the agency | how long with the agency | joined us | been insured by us |
  been working with us | been with our agency | come on board | came on board | on board with us | coming on board |
  board with us | onboard | onboarded | onboard with us | first write | first wrote | first insured | first insure |
  start with us | started with us | starting with us | start insuring | started insuring | sign up | signed up | signed on |
  signed with us | sign with us | first came | come over to us | came over to us | moved to us | move to us | switch to us |
  switched to us | took them on | take them on | taken on | took on | picked them up | pick them up | land them |
  landed them | we landed | join | join us | joined the agency | join the agency | start date with us | date they joined |
  became our client | become our client | became our customer | become our customer | become a customer | became a customer |
  became customers | become customers | year they became a customer | year they became a client | become insured with us |
  customer for | had them as a client | had them as a customer | had as a client | how long have we had |
  how long have we had them | how long have we insured | how long have we insured them | been writing them | years with us |
  years with the agency | on our books since | on the books since | anniversary with us | client anniversary |
  account anniversary | insured by tenure | did we pick up | did we land | did we sign up | did we get them |
  did we win them | since when have we had | when we picked up
field naics: naics | naics code | industry code | class code | naics number | naics classification code |
  naics classification | classification code | industry classification code | industry classification | industry class |
  six digit code | 6 digit code | 6 digit naics | six digit naics | business code | naics no | industry code number |
  naics digits | naics industry code | trade code | code for the industry
field sic: sic | sic code | sic classification | sic no | sic number
field description: industry | line of work | trade | what do they do | nature of business | business description |
  type of business | kind of business | operations | do for a living | what does do | business do | do they do |
  type of work | kind of work | line of business are they in | industry are they in | what industry | which industry |
  nature of the business | description of operations | what they do | business are they in | kind of company |
  what sort of business | what kind of business | class of business | type of operation | in the business of |
  field of business | what line of work | which line of work | line of trade | sort of business | sort of work |
  sort of company | sort of outfit | kind of outfit | type of outfit | type of company are they | kind of operation |
  kind of shop | type of shop | main activity | specialty | specialize in | specializes in | make a living | what trade |
  which trade | sector | what sector | which sector | what field | business is in | business are in | actually do |
  exactly do | what does it do | what do do | do exactly | do for business | up to for business | what is the business of |
  deal in | deals in | business profile | description of the business | description of business | nature of operations |
  industry type | type of industry | kind of industry | line of business is in | what line of business is in |
  which line of business is in | line of business in
field entity: entity type | legal entity | legal form | type of entity | entity | incorporated | type of company |
  corporate structure | llc or corporation | organized as | business structure | legal structure | set up as |
  entity structure | ownership structure | form of ownership | an llc | a corporation | a partnership | a nonprofit |
  a non profit | a sole proprietor | a sole proprietorship | an llp | legal outfit | kind of legal outfit | set up legally |
  legally set up | legal setup | legal set up | legal status | legal type | legal kind | kind of entity |
  kind of legal entity | type of legal entity | form of business | business form | form of entity | form of company |
  company form | company type | company structure | structured legally | legally structured | legally organized |
  legally registered | registered as | how registered | how organized | how structured | a corp | an inc | corp or | llc or |
  inc or | partnership or | nonprofit or | a non profit corporation | a nonprofit corporation | a not for profit |
  a sole prop | a sole propriet | legal makeup | ownership type | entity kind | entity form | what entity | which entity |
  organized legally | =organized
field fein: fein | tax id | ein | federal tax id | tax number | tax identification number | feins | federal id |
  federal tax identification number | employer identification number | tin | fed id | tax id number |
  federal employer identification number | federal employer id | taxpayer id | federal tax number | federal tax id number |
  federal number | fed tax id | fed tax number | federal ein | ein number | fein number | tax identification |
  federal tax identification | federal identification number | federal identification | irs number | irs id | employer id |
  employer id number | employer number | taxpayer number | taxpayer identification number | taxpayer identification |
  federal employer number | federal employer identification | tax no | tax id no | tin number | fed ein | fed tin |
  business tax id
field website: website | website address | web site address | address of the website | web site | url | homepage | web page | web address | site address online
field dba: dba | trade name | trading name | doing business as | dbas | trading as | operate under | go by | goes by |
  other name | assumed name | do business under | do business as | operating as | also known as | aka | trade under |
  trades under | trading under | traded under | doing business | does business as | does business under | does business |
  run under | runs under | operates under | operates as | operate as | another name | go by another name |
  goes by another name | a different name | go by a different name | other names | alternate name | alternative name |
  alias | aliases | store name | shop name | brand name | brand | public name | fictitious name | fictitious business name |
  business name they use | name do they use | known as | also called | dba name | d b a | aka name | name on the sign |
  name on the door
field segment: segment | client segment | commercial or personal | personal or commercial | which segment | book segment |
  cl or pl | which side of the book | pl or cl | personal or business | business or personal | commercial or personal lines |
  personal lines or commercial | personal lines or commercial lines | commercial lines or personal lines |
  commercial or household | household or commercial | household or business | business or household | which department |
  what department | which side of the house | what side of the house | which side of the shop | pl or commercial |
  cl or personal
field producer: producer | produces | produce | sales person | salesperson | account executive | who sold | sold |
  producers | producer of record | assigned producer | sales rep | sales representative | account exec | ae | salesman |
  who brought in | writing producer | produced by | produced | agent of record | who wins | sold them | sold it |
  brought them in | brought in | brought it in | brought this in | brought us | brought the account in | whose account |
  whose account is | whose client | whose client is | whose customer | whose book | gets the commission |
  who gets the commission | who sells | sales guy | sales gal | sales person on | salespeople | who landed |
  landed the account | landed this | originator | originated | who originated | outside rep | rep on | our rep | rainmaker |
  account owner | who owns the account | owns the account | owns this account | relationship owner | their agent | agent on |
  agent for | agent assigned | writing agent | who won the account | who signed them | signed them up | sales contact |
  prod | selling agent | prod on
field servicer: account manager | servicer | csr | service rep | service representative | services | serviced | who handles |
  account rep | handles | handle | customer service rep | account managers | csrs | account handler | service team member |
  servicing | serviced by | day to day contact here | who manages | manages | who takes care | takes care of | looks after |
  who is servicing | handled by | client manager | handling | account manager assigned | responsible for servicing |
  service agent | customer service representative | service person | who is responsible for | responsible for |
  in charge of | charge of | ams | acct mgr | acct mgrs | acct manager | service lead | service contact | service rep on |
  service side | doing the service | does the service | does the servicing | do the service | doing the servicing |
  looks after them | look after them | looking after | who looks after | who services | who transfer | transfer to |
  who should i transfer | who do i transfer | who can i transfer | put through to | put them through to | route to |
  route this to | route them to | pass this to | pass them to | day to day | day to day person | day to day contact |
  works on the account | works the account | who works on | works on | runs the account | who runs the account |
  deals with them | who deals with | deals with the account | inside rep | account executive on service | assigned servicer |
  assigned account manager | account person | tends to | who babysits | who supports | supports the account |
  responsible account manager | our contact for | who here | account mgrs | account mgr
field office: office | branch | offices | branch office | out of which office | which location of ours |
  home office of ours | agency location | agency office | our office | location of ours | what location of ours |
  branch of ours | office of ours | our location | our branch | which branch | what branch | which of our offices |
  which of our branches | which of our locations | what office | which office | office location | shop of ours |
  which shop of ours | home branch | home office here | office or branch | interoffice | interoffice mail
field name: name | =called | legal name | full legal name | official name | registered name | proper name | full name |
  real name
field title: title | role | position | job title | titles | role at | their role | position at | job | capacity |
  what capacity | in what capacity | function | relation to | relationship to | connection to | job title at | job at |
  office lead | office leads | office leader | office leaders
field team: what team | which team | whose team | team assignment | assigned team | team is on
role bookkeeper: keeps the books | does their books | do their books | keeps their books | handles their books | keep the books | does the books | do the books | handles the books | books person
`;
