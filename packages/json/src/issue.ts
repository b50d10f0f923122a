/** A problem of a configuration; `path` is a JSON Pointer (TYPE-84). */
export type ConfigIssue = { readonly path: string; readonly message: string };

/** A problem of an input; `field` is dotted: `items[2].key`. */
export type InputIssue = { readonly field: string; readonly message: string };
