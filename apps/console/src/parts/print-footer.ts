import { useEffect } from "react";

/**
 * Writes a line below every printed page, with the number of the page. In the margin of the paper, where it covers
 * nothing; a constructed sheet, since the CSP allows no inline style.
 */
export function usePrintFooter(text: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const line = JSON.stringify(text.replaceAll(/[\\"\n]/g, " "));
    sheet.replaceSync(
      `@page { @bottom-left { content: ${line}; font-size: 7pt; white-space: nowrap } @bottom-right { content: counter(page) " / " counter(pages); font-size: 7pt } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
}
