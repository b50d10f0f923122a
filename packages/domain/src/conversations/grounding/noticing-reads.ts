/**
 * The same object, with a mark of whether one of its methods was called that reads: those that return a promise. What an
 * answer needs then follows from what was looked up, and not from what could have been.
 */
export function noticingReads<Source extends object>(
  source: Source,
): { readonly book: Source; readonly wasRead: () => boolean } {
  let wasRead = false;
  const book = new Proxy(source, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given);
        if (result instanceof Promise) wasRead = true;
        return result;
      };
    },
  });
  return { book, wasRead: () => wasRead };
}
