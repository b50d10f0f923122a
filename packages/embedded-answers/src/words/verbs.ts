/**
 * Verbs that ask, say, hold or happen without saying what: a question with one of them asks nothing more. Written by us, by
 * classes of verbs; compared by stems. No verb of change (rise, grow), judgement (approve, reject) or trade (finance, rent)
 * belongs here: such a verb is what is asked about.
 */
export const verbs = `
# asking and helping
ascertain convey disclose elaborate enumerate furnish relay specify advise aid allow answer appreciate ask assist bother check clarify confirm describe determine double-check doublecheck
ensure explain fill guide help hit inform inquire let list mind notify offer outline ping provide query read recap
refresh remind repeat reply request respond run share specify suggest summarise summarize supply talk tell verify
acquaint apprise crosscheck double-checking doublechecking enlighten jog jogging oblige pester bugging reconfirm recheck
# finding and showing
access bring browse call collect compile detail dig discover display draw export extract fetch figure find gather
generate get give grab hand hunt identify locate look lookup obtain open output pinpoint present print produce pull
quote recover retrieve return review scan search see show spell surface trace view walk
# knowing and thinking
assume believe care consider curious expect feel forget forgot forgotten guess hear hope imagine know known
learn like matter mean mention need note notice prefer presume realise realize recall reckon recollect
remember require seem suppose suspect think thought trust try understand understood want wish wonder
# being and having
appear be become belong carry comprise concern consist constitute contain count depend enjoy exist feature have hold
include involve keep lie maintain possess remain reside rest retain sit stand stay total
getting letting logged logging putting setting
# happening and going
finish complete conclude wrap arise arrive begin came come coming continue fall fell follow go goes goin going gone happen head kept land lead
left occur proceed progress reach running sat sitting start stood turn went work working works
# doubled letters that a stem keeps
getting hitting letting putting
# doing and giving
account add address allocate apply arrange assign attach bear book bound brought build carried deal deliver did
direct do doing done enter establish execute file filed forward gave given giving got gotten grant handle handled
hang host house issue issued keeping leave link lodge log made make making manage mark operate order
organise organize pick place placed post prepare process provided put receive received record recorded
register registered relate save saved secure send sent serve served serving set sign signed sort store stored submit
submitted support take taken taking tie took update updated use used using utilise utilize
# double consonants that a stem keeps
flagged logged tagged
# insurance work without a fact of its
attribute bind bought buy buying endorse insure pay procure purchase purchased sell shop sold underwrite write
written wrote
`;
