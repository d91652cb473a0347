import { opensUriAutomatically } from "./automatic-actions.ts";
import { cipherOf } from "./encryption.ts";
import { namePattern, isFound, nameSpellings } from "./name-pattern.ts";
import { objectStreams } from "./object-streams.ts";

/** Names of what a document runs, starts or sends; too long to occur in compressed bytes by chance. */
const activeNames = namePattern(
  ...["JavaScript", "Launch", "SubmitForm", "GoToR", "ImportData", "Rendition", "RichMedia"],
);
/** Names of files within. */
const fileNames = namePattern("GoToE", "EmbeddedFile", "EmbeddedFiles");
/** Shorter names, searched only outside stream bytes. */
const shortActiveNames = namePattern("JS", "XFA");
const shortFileNames = namePattern("EF");
/** The address of a link, which may contain any of these names. Without spaces or brackets in it, nothing else can be mistaken for one. */
const uriAction = /\/URI[\0\s]{0,99}\([\w:/.?&=%+#~@!$,;*-]*\)/g;

/** A page, as opposed to the page tree. */
const pageObject = new RegExp(`/${nameSpellings("Type")}[\\0\\s]{0,99}/${nameSpellings("Page")}(?![\\w.-])`);

/** Why a PDF isn't stored. */
export type PdfProblem =
  /** It has no end or no page, or is none. */
  | "damaged"
  /** It opens with a password. */
  | "locked"
  /** It runs a script, starts a program, sends a form or opens an address by itself; so do forms made with XFA. */
  | "acts"
  /** Other files are within. */
  | "files"
  /** Something in it can't be looked into. */
  | "unchecked";

/** Why a PDF isn't stored, by all its bytes, for every spelling of a name, and the decoded object streams; null: it has a page and does nothing by itself. */
export function problemIn(bytes: Uint8Array): PdfProblem | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const cipher = cipherOf(text);
  if (cipher === "locked") return "locked";
  if (cipher === "unknown") return "unchecked";
  const packed = objectStreams(bytes, text, cipher);
  const objects = (packed ?? []).join("\n");
  const written = [text, objects].map((each) => each.replace(uriAction, "/URI()"));
  const outside = withoutStreams(written[0] ?? "");
  const isNamed = (long: RegExp, short: RegExp) =>
    written.some((each) => isFound(long, each)) || [outside, written[1] ?? ""].some((each) => isFound(short, each));
  if (isNamed(activeNames, shortActiveNames) || opensUriAutomatically(`${text}\n${objects}`)) return "acts";
  if (isNamed(fileNames, shortFileNames)) return "files";
  if (packed === undefined) return "unchecked";
  return isFound(pageObject, withoutStreams(text)) || isFound(pageObject, objects) ? null : "damaged";
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
