/** Phrases that carry no content though their words may. One line; single words of general English are in `words/`. */
export const fillerPhrases = `
fill: money | that ran | which ran | running | if there is damage to | in case of damage to | if something happens to | big | until now | equal | reflect | indicate | pertain | formal | number wise | few | any longer | longer |
  manager asked | look after | due to us | suffer | suffered | experience | experienced | submit claim | make claim | cease |
  do business | became | across | annual | year | each year | agency's | fyi | who's | large | annually | yearly | per |
  per year | a year | per annum | schedule | in the system | on file | on record | on the account | on the file |
  in the book | in our book | on our books | across the agency | agency wide | book wide | on the agency side |
  at the moment | right now | as of now | as of today | as of this | to date | so far | thus far | these days | this time |
  at present | for the record | of record | all told | by chance | any chance | off hand | off the top | top of your head |
  at hand | in question | in mind | on hand | double check | look up | look it up | pull up | bring up | call up | find out |
  figure out | check on | check into | look into | looking into | looking for | looking at | go ahead | let me know |
  get back to me | get me | help me out | tell me about | walk me through | fill me in | catch me up | if possible |
  if you can | when you can | when you get a chance | as soon as possible | for me | for us | with us | through us | by us |
  from us | to us | we have | we got | we hold | i need | need to know | want to know | would like | trying to find |
  wondering if | like to know | happen to know | know off hand | do you know | any idea | an idea | the name of |
  name of the | the details of | the figure for | in terms of | with respect to | with regard to | in regard to | as far as |
  when it comes to | as for | in relation to | of theirs | over there | over at | down at | folks at | guys at | team at |
  friends at | friends over at | our friends at | our friends | gang at | crew at | on the books | on the book | =parked |
  =lack | =lacks | =lacking | =missing | =without | settle up | settling up | square up | wants to settle |
  closing the books | close the books | month end close | out the door | agencywide | bookwide | companywide | whole agency |
  whole book | entire book | entire agency | break down | break it down | broken down | break them down | count it as |
  count this as | count that as | counted as | book it as | booked as | classed as | coded as | listed as | show as |
  shown as | marked as | recorded as | side by side | y n | yes or no | yes no | on our end | on our side | of us |
  one of us | whom of us | who of us | anyone here | anybody here | somebody here | somebody from here | someone here |
  from our side | in the log | on the log | according to the log | on the list | in the folder | in our records | as well |
  new here | am new | weve | theyve | youve | whove | the one on file | one on file | break out | on paper | i mean |
  that is to say | a bit | a tad | in a nutshell | drawing a blank | blanking on | jog my memory | rack my brain | shoot me |
  shoot over | shoot me over | toss me | throw me | hit me with | drop me | zip me | zip over | fire over | pick your brain |
  lay my hands on | get my hands on | on my end | on their end | for starters | be so kind | if you would | would you mind |
  do you mind | if you please | at your convenience | at your earliest convenience | when convenient | to be sure |
  just to be sure | just to make sure | make sure | for sure | for certain | real fast | super quick | real quick |
  in a hurry | no rush | in a rush | last minute | by any chance | per chance | per our records | as per our records |
  per the file | per the system | in our files | in our system | on our records | going by our records | on our system |
  in the file cabinet | in the file | you guys | the heck | the hell | on earth | and such | and so on | or so |
  or something | or anything | or whatever | or what | if any | as it stands | as things stand | as they stand |
  as we speak | at this time | at this point | as of late | at this moment | as of right now | now then | in our shop |
  at our shop | at our agency | of this agency | of the agency | at the agency | in the agency | of our agency | file under |
  filed under | file them under | down as | legally speaking | six digit | 6 digit | seventeen digit | full 17 digit |
  17 digit | all in | off of
`;
