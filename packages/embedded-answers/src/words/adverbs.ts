/**
 * Adverbs, particles and words of discourse that only say how, where in the talk or how politely something is asked. Written by
 * us, by classes; compared as they are written. A word that ends in -ly needs no entry.
 */
export const adverbs = `
# manner and degree
about again ahead all almost alone along alongside already also altogether anyhow anyway anyways apiece around
aside away back badly barely best both but close either else enough even evenly ever exactly fairly far fast
fine first flat forth full fully further hard high how however indeed instead just kinda late later least less
likewise little long lot lots low mainly maybe merely more moreover most mostly much namely near nearly
nonetheless off offhand often okay on once one only or out outright outside over overall own perhaps plain plus
pretty quick quite rather real really right roughly round same seldom simply since so solely somehow sometime
sometimes somewhat soon sorta still straight such sure that then thereby therefore thereof these this thus together
too total twice up upfront very way well whatsoever wholly why
# time of asking
afternoon afterwards anymore asap atm beforehand currently eve evening formerly hereby immediately lately latest
meantime meanwhile momentarily morning night noon nowadays presently previously recently shortly someday tonight
whenever
# greeting and politeness
appreciated aw awesome bye cheers cool dear folks good great greetings guys haha hello hey heya hi hiya hm hmm howdy
kindly lol mate nice oh ok ooh oops pal pardon please pleased pls plz regards sir sorry sup team thank thanks thankyou
thanx thx ty uh uhh um umm wow ya yeah yep yes yo yup
# answers and stance
absolutely apparently certainly clearly definitely evidently frankly generally honestly hopefully ideally normally
obviously ordinarily possibly precisely presumably probably specifically supposedly surely technically truly typically
usually
# prepositions that only relate
across against along alongside amid among amongst around aside atop behind beneath beyond despite concerning re respecting toward towards till under underneath until upon via within
# irregular forms of plain verbs
bought brought came drawn felt fetched found gotten had held kept knew known laid led left lying made meant met read said sat saw seen sent shown sold stood taken thought told took understood went wrote
# contractions, with their apostrophe left out
aint arent cant couldnt didnt doesnt dont hadnt hasnt havent hed heres hes howd howll hows id im isnt itd itll ive lets
shes shouldnt thats theres theyd theyll theyre theyve thisll wasnt wed weve werent whatd whatll whatre whats whatve whend
whens whered wheres whichs whod wholl whore whos whove whyd whys wont wouldnt wouldve youd youll youre youve yall
# sounds and short forms of chat
afaik ah ahh alright alrighty argh bit bro buddy dang darn dude er erm fam fwiw fyi gimme gimmie gotcha heyy heyyy hii hiii
hmmm hullo idk iirc imho imo jiffy kk kthx lil lmk mmm mornin np nvm okey okie oof oops pronto rn righto roger super tad tbh
thku thnks thnx tia tks tnx tx tysm ugh whatcha yah yea yeh yikes
# forms of address
madam mister miss mr mrs ms
# words of letters
herein hereto hereunder herewith regardless therein thereto thereunder whereby wherein
someplace somewhere anywhere everywhere wherever whoever whomever whosever anytime
wise
# spellings of haste
b4 cuz da dem gonna gotta im k kinda lemme n r tho thru u ur w wanna wat wht wut ya yall
`;
