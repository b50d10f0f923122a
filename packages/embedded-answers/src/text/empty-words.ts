const lines = `
a an the this that these those there here it its they their them he she his her him we us our ours you your yours i me my mine
is are was were be been being am do does did doing done have has had having will would shall should can could may might must
of for to in on at by from with without within into onto upon about as than then so such and or but nor if whether while
what which who whom whose when where why how many much any some all both each every either other another
please tell show give let know find get need want like look looking see say says said state stated states mean
just also too very really still yet now currently current presently today right exactly actually only ever even again
under beneath up down out over per via through during regarding concerning according based off whats hows whos wheres whens
not no yes ok okay hi hello hey thanks thank kindly quick quickly question wondering wonder remind asking ask asked
long often high soon wich wat whats wen whos hwo teh
there's im ive id dont doesnt didnt isnt arent cant couldnt
`;

/** Words that carry no content of a question or a sentence. */
export const emptyWords: ReadonlySet<string> = new Set(lines.split(/\s+/).filter((word) => word !== ""));
