import { named, occurs, spelled } from "./pdf-names.ts";
import { objectStreams } from "./pdf-object-streams.ts";
import { opensAddress } from "./pdf-opening.ts";

/** Names of what a document does by itself, or carries along; too long to occur in compressed bytes by chance. */
const active = named(
  "JavaScript",
  "Launch",
  "SubmitForm",
  "GoToR",
  "GoToE",
  "ImportData",
  "Rendition",
  "RichMedia",
  "EmbeddedFile",
  "EmbeddedFiles",
);
/** Shorter ones, looked for outside the bytes of streams. */
const activeShort = named("JS", "XFA", "EF");
/** The address of a link, which may contain any of these words. Without a blank or a bracket nothing else can pass for one. */
const link = /\/URI[\0\s]{0,99}\([\w:/.?&=%+#~@!$,;*-]*\)/g;

/** A page, not the tree of pages. */
const page = new RegExp(`/${spelled("Type")}[\\0\\s]{0,99}/${spelled("Page")}(?![\\w.-])`);

/**
 * Whether a PDF has a page and nothing in it acts by itself. An object stream that should open and does not counts against it; encrypted
 * files keep theirs closed, pages too, which is one reason why no PDF is ever shown in place.
 */
export function isPlainContent(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const encrypted = isEncrypted(text);
  const opened = objectStreams(bytes, text, encrypted);
  if (opened === undefined) return false;
  const hasPage = encrypted || occurs(page, withoutStreams(text)) || opened.some((objects) => occurs(page, objects));
  return hasPage && !isActive(text, opened);
}

/**
 * Whether a document runs a script, starts a program, sends a form, opens an address by itself or carries other files. Every byte is
 * searched, under every spelling of a name, and so are its object streams.
 */
function isActive(text: string, opened: readonly string[]): boolean {
  const hidden = opened.join("\n").replace(link, "/URI()");
  const shown = text.replace(link, "/URI()");
  return (
    occurs(active, shown) ||
    occurs(activeShort, withoutStreams(shown)) ||
    occurs(active, hidden) ||
    occurs(activeShort, hidden) ||
    opensAddress(`${text}\n${opened.join("\n")}`)
  );
}

/** All but the bytes of streams; one that does not end is kept. */
function withoutStreams(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: begin, index } of text.matchAll(/>>[\0\s]*stream(?:\r\n?|\n)/g)) {
    if (index < from) continue;
    const end = text.indexOf("endstream", index + begin.length);
    if (end < 0) break;
    pieces.push(text.slice(from, index));
    from = end;
  }
  return [...pieces, text.slice(from)].join("\n");
}

/** Whether the last trailer, or else a cross-reference stream, names the encryption; a comment does not count. */
function isEncrypted(text: string): boolean {
  const trailer = Math.max(text.lastIndexOf("\ntrailer"), text.lastIndexOf("\rtrailer"));
  if (trailer >= 0) return namesEncryption(text.slice(trailer, trailer + 4000));
  for (const { index } of text.matchAll(named("XRef"))) if (namesEncryption(dictionaryAround(text, index))) return true;
  return false;
}

const namesEncryption = (dictionary: string) => /\/Encrypt[\0\s]*(?:\d|<<)/.test(dictionary.replace(/%[^\r\n]*/g, ""));

/** Of a stream: from the head of its object to its bytes. */
function dictionaryAround(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 1000), index);
  const after = text.slice(index, index + 1000);
  const bytes = after.indexOf("stream");
  return before.slice(before.lastIndexOf("obj") + 3) + after.slice(0, bytes < 0 ? undefined : bytes);
}
