/**
 * Slips of a scanner with one reading: O for 0, l or I for 1 in a number; 0, 1, l or | for a letter in a word (READ-4). The
 * result has the same length, so offsets stay.
 */
export function repairSlips(page: string, isScanned: boolean): string {
  return page.replaceAll(/\S+/g, (token) => {
    if (token.length > tokenCharsMax || !/[0OolI1|]/.test(token)) return token;
    const [, open = "", core = "", close = ""] = /^([("'$#*]*)(.*?)([)"'.,;:%*]*)$/.exec(token) ?? [];
    const isShare = isScanned && /^[lI|]$/.test(core) && close.startsWith("%");
    return open + (isShare ? "1" : repaired(core, isScanned)) + close;
  });
}

/** Whether a document has words that only a scanner writes: "P0LlCY". Others keep their codes as they are. */
export function isScannedText(pages: readonly string[]): boolean {
  let slips = 0;
  for (const page of pages) {
    for (const [word] of page
      .slice(0, probeChars)
      .matchAll(/(?<![\w-])[A-Z]*[A-Z][0l1|][A-Z]{2,}[A-Z0l1|]*|(?<![\w-])[A-Z]{3,}[l|][A-Z]*(?![\w-])/g)) {
      if (isWordWithSlips(word)) slips += 1;
    }
  }
  return slips >= slipsMin;
}

const tokenCharsMax = 60;
const probeChars = 20_000;
const slipsMin = 3;

function repaired(core: string, isScanned: boolean): string {
  const isNumber = /^[\dOolI]+(?:[,./:-][\dOolI]+)*$/.test(core);
  // Groups of three show an amount; elsewhere only a scanned document may mean a digit.
  const isGrouped = /^[\dOolI]{1,3}(?:,[\dOolI]{3})+(?:\.[\dOolI]{2})?$/.test(core);
  if (isGrouped || (isScanned && isNumber && /\d|O[lO]|^l+O+$|[/-]/.test(core) && core.length > 1)) {
    return core.replaceAll(/[Oo]/g, "0").replaceAll(/[lI]/g, "1");
  }
  if (!isScanned || /^\d+[km]{1,2}$/i.test(core) || !isWordWithSlips(core)) return core;
  const isUpper = /[A-Z]/.test(core) && !/[a-km-z]/.test(core);
  if (isUpper) return core.replaceAll("0", "O").replaceAll(/[1l|]/g, "I");
  return core
    .replace(/^[l1|](?=[^aeiouly\W])/, "I")
    .replaceAll("0", "o")
    .replaceAll(/[1|]/g, "l");
}

function isWordWithSlips(word: string): boolean {
  const letters = word.match(/[A-Za-km-z]/g)?.length ?? 0;
  const slips = word.match(/[01l|]/g)?.length ?? 0;
  const isUpper = !/[a-km-z]/.test(word);
  const isSlipped = isUpper ? slips > 0 : /[01|]|^l[^aeiouly\W]/.test(word);
  return isSlipped && letters > 0 && letters >= (isUpper ? slips : slips / 2) && !/[2-9#~?]/.test(word);
}
