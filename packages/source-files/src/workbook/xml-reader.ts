import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";

/** What a part of a workbook says, in its order. Names are without the prefix of their namespace. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** A part that is not read. The message is the end of a sentence that begins with its name. */
export class XmlRefused extends Error {
  override readonly name = "XmlRefused";
}

/** The longest text or tag: one row's, because no other can be kept. */
const eventBytesMax = 1024 * 1024;
/** Tags inside one another; the parts that are read have nine at most. */
const depthMax = 100;

/** Reads XML as it arrives. Nothing that it names is ever fetched; a document type, with its entities, is refused. */
export class XmlReader {
  readonly #parser = new SaxesParser({ position: false, xmlns: false } as const);
  #decoder: StringDecoder | undefined;
  #bytesSinceEvent = 0;
  #depth = 0;

  constructor({ open, text, close }: XmlEvents) {
    const parser = this.#parser;
    parser.on("doctype", () => {
      throw new XmlRefused("has a document type, which no workbook needs");
    });
    parser.on("error", (error) => {
      throw new XmlRefused(`is not well-formed (${error.message})`);
    });
    parser.on("opentag", ({ name, attributes }) => {
      this.#bytesSinceEvent = 0;
      this.#depth += 1;
      if (this.#depth > depthMax) throw new XmlRefused(`has more than ${depthMax} tags inside one another`);
      open?.(localName(name), attributes);
    });
    if (text) parser.on("text", text);
    if (text) parser.on("cdata", text);
    parser.on("closetag", ({ name }) => {
      this.#bytesSinceEvent = 0;
      this.#depth -= 1;
      close?.(localName(name));
    });
  }

  /** @throws XmlRefused */
  write(chunk: Uint8Array): void {
    this.#bytesSinceEvent += chunk.length;
    if (this.#decoder === undefined) {
      const isUtf16 = chunk[0] === 0xff && chunk[1] === 0xfe;
      this.#decoder = new StringDecoder(isUtf16 ? "utf16le" : "utf8");
    }
    this.#parser.write(this.#decoder.write(chunk));
    if (this.#bytesSinceEvent > eventBytesMax) throw new XmlRefused("has a text longer than any cell");
  }

  /** The end of the part. @throws XmlRefused for one that is cut off */
  end(): void {
    this.#parser.close();
  }
}

function localName(name: string): string {
  const at = name.indexOf(":");
  return at < 0 ? name : name.slice(at + 1);
}

/**
 * Reads a part whole.
 * @param isDone after which nothing more is read
 * @throws XmlRefused
 */
export async function readXml(
  source: AsyncIterable<Uint8Array>,
  events: XmlEvents,
  isDone: () => boolean = () => false,
): Promise<void> {
  const reader = new XmlReader(events);
  for await (const chunk of source) {
    reader.write(chunk);
    if (isDone()) return;
  }
  reader.end();
}
