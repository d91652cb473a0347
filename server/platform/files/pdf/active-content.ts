import { namePattern, isFound, nameSpellings } from "./name-pattern.ts";
import { objectStreams } from "./object-streams.ts";
import { opensUriAutomatically } from "./automatic-actions.ts";

/** Names of what a document does by itself, or carries along; too long to occur in compressed bytes by chance. */
const activeNames = namePattern(
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
const shortActiveNames = namePattern("JS", "XFA", "EF");
/** The address of a link, which may contain any of these words. Without a blank or a bracket nothing else can pass for one. */
const uriAction = /\/URI[\0\s]{0,99}\([\w:/.?&=%+#~@!$,;*-]*\)/g;

/** A page, not the tree of pages. */
const pageObject = new RegExp(`/${nameSpellings("Type")}[\\0\\s]{0,99}/${nameSpellings("Page")}(?![\\w.-])`);

/**
 * Whether a PDF has a page and nothing in it acts by itself. An object stream that should open and does not counts against it; encrypted
 * files keep theirs closed, pages too, which is one reason why no PDF is ever shown in place.
 */
export function isSafePdfContent(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const encrypted = isEncrypted(text);
  const objectStreamTexts = objectStreams(bytes, text, encrypted);
  if (objectStreamTexts === undefined) return false;
  const hasPage =
    encrypted ||
    isFound(pageObject, withoutStreams(text)) ||
    objectStreamTexts.some((objects) => isFound(pageObject, objects));
  return hasPage && !hasActiveContent(text, objectStreamTexts);
}

/**
 * Whether a document runs a script, starts a program, sends a form, opens an address by itself or carries other files. Every byte is
 * searched, under every spelling of a name, and so are its object streams.
 */
function hasActiveContent(text: string, objectStreamTexts: readonly string[]): boolean {
  const streamText = objectStreamTexts.join("\n").replace(uriAction, "/URI()");
  const plainText = text.replace(uriAction, "/URI()");
  return (
    isFound(activeNames, plainText) ||
    isFound(shortActiveNames, withoutStreams(plainText)) ||
    isFound(activeNames, streamText) ||
    isFound(shortActiveNames, streamText) ||
    opensUriAutomatically(`${text}\n${objectStreamTexts.join("\n")}`)
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
  for (const { index } of text.matchAll(namePattern("XRef")))
    if (namesEncryption(dictionaryAround(text, index))) return true;
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
