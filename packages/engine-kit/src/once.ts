/** Builds a value when it is first asked for: large tables cost memory in processes that never read them. */
export function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}
