/** What CSS says of an element, as far as it decides whether its text is seen. */
export interface Look {
  readonly isHidden: boolean;
  /** `#rrggbb`; undefined: not known. */
  readonly color: string | undefined;
  readonly background: string | undefined;
}

/** A page as browsers begin with it. */
export const plainLook: Look = { isHidden: false, color: "#000000", background: "#ffffff" };

/** Declarations of one rule, or of `style`, that leave nothing to see. */
const hides =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|opacity\s*:\s*0*\.?0+%?\s*(?:[;!]|$)|font-size\s*:\s*0*(?:\.\d+|[01](?:\.\d+)?)?\s*(?:px|pt)\s*(?:[;!]|$)|font-size\s*:\s*0*\.?0+\s*(?:em|rem|%)?\s*(?:[;!]|$)|(?:left|top|right|text-indent|margin-left|margin-top)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*0|max-height\s*:\s*0+(?:px|pt)?\s*(?:[;!]|$))/iu;

const named: { readonly [name: string]: string } = { white: "#ffffff", black: "#000000", transparent: "" };

function colorOf(written: string | undefined): string | undefined {
  const text =
    written
      ?.trim()
      .toLowerCase()
      .replace(/\s*!important$/, "") ?? "";
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex}`;
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text)?.slice(1);
  if (parts !== undefined) return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  return named[text];
}

/** The look of an element within another one. @param css all declarations that concern it. */
export function lookOf(attributes: { readonly [name: string]: string }, css: string, around: Look): Look {
  const declared = (name: string): string | undefined =>
    new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`, "iu").exec(css)?.[1];
  const color = declared("color") ?? attributes["color"];
  const background = declared("background-color") ?? declared("background") ?? attributes["bgcolor"];
  // A picture or a gradient behind the text is not known.
  const behind = background === undefined ? around.background : colorOf(background);
  const look = {
    color: color === undefined ? around.color : colorOf(color),
    background: behind === "" ? around.background : behind,
  };
  const isInvisible = look.color === "" || (look.color !== undefined && look.color === look.background);
  return { ...look, isHidden: around.isHidden || "hidden" in attributes || hides.test(css) || isInvisible };
}

/** Style sheets of a page by their simple selectors: `p`, `.note`, `#id`, `p.note`. */
export function sheetOf(html: string): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const [, sheet = ""] of html.matchAll(/<style\b[^>]*>([^<]*)/giu)) {
    // What holds for some devices only is not followed.
    const plain = sheet
      .replaceAll(/\/\*[^*]*\*\//gu, "")
      .replaceAll(/@[^{;]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})/gu, "");
    for (const [, selectors = "", declarations = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/gu))
      for (const selector of selectors.split(","))
        rules.set(selector.trim().toLowerCase(), `${rules.get(selector.trim().toLowerCase()) ?? ""};${declarations}`);
  }
  return rules;
}

/** The declarations that concern an element, its own last. */
export function cssOf(
  name: string,
  attributes: { readonly [name: string]: string },
  sheet: ReadonlyMap<string, string>,
): string {
  const classes = (attributes["class"] ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((each) => each !== "");
  const selectors = [name, ...classes.flatMap((each) => [`.${each}`, `${name}.${each}`])];
  const id = attributes["id"]?.toLowerCase();
  if (id !== undefined) selectors.push(`#${id}`, `${name}#${id}`);
  return [...selectors.map((selector) => sheet.get(selector) ?? ""), attributes["style"] ?? ""].join(";");
}
