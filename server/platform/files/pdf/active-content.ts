import { namePattern, isFound, nameSpellings } from "./name-pattern.ts";
import { objectStreams } from "./object-streams.ts";
import { opensUriAutomatically } from "./automatic-actions.ts";

/** Names of things a document does by itself or embeds; too long to occur in compressed bytes by chance. */
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
/** Shorter names, searched only outside stream bytes. */
const shortActiveNames = namePattern("JS", "XFA", "EF");
/** The address of a link, which may contain any of these names. Without spaces or brackets in it, nothing else can be mistaken for one. */
const uriAction = /\/URI[\0\s]{0,99}\([\w:/.?&=%+#~@!$,;*-]*\)/g;

/** A page, as opposed to the page tree. */
const pageObject = new RegExp(`/${nameSpellings("Type")}[\\0\\s]{0,99}/${nameSpellings("Page")}(?![\\w.-])`);

/**
 * Whether a PDF has a page and does nothing by itself. An object stream that should decode and does not makes it unsafe. In encrypted
 * files object streams cannot be decoded, pages included, which is one reason why no PDF is ever displayed inline.
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
 * Whether a document runs a script, starts a program, submits a form, opens an address by itself or embeds other files. Searches all
 * bytes, for every spelling of a name, and the decoded object streams.
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

/** The text without stream bytes; a stream without an end is kept. */
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

/** The text around a stream's marker, from its object's head to its bytes. */
function dictionaryAround(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 1000), index);
  const after = text.slice(index, index + 1000);
  const bytes = after.indexOf("stream");
  return before.slice(before.lastIndexOf("obj") + 3) + after.slice(0, bytes < 0 ? undefined : bytes);
}
