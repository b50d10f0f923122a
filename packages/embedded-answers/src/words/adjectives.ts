/**
 * Adjectives that say how exact, whole, ready or usual something is, and not what it is. Written by us, by classes; compared by
 * stems. No adjective of measure (tall, heavy), of mood (happy) or of kind (safe, mental) belongs here.
 */
export const adjectives = `
# exactness and wholeness
absolute accurate actual all any approximate bare basic brief broad certain clear complete concrete correct definite
detailed distinct each entire every exact extra final firm full general given individual main mere numeric
official only overall partial particular plain precise proper pure quick real relevant respective round same
sheer short simple single sole solid specific standard straight such total true typical unique usual various very
whole
# place in a row or on a list
above additional another associated assorted available below combined corresponding different following former further
last latter listed next original other outstanding own preceding present prior related remaining second separate
several third underlying
# readiness and ease
able convenient easy fine free glad good great handy happening helpful important kind likely necessary nice okay
possible ready right set sorry sure urgent useful willing wondering worth
# about this work
abovementioned aforementioned aforesaid captioned referenced
applicable appropriate assigned concerned enrolled existing involved known noted pertinent
posted recorded registered stated stored
`;
