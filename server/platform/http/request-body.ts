import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { limits } from "#contract/constants.ts";
import { Refusal } from "../refusal.ts";
import { sentence } from "../sentences.ts";
import type { UploadedPart } from "./handler.ts";

/** Bytes of one text beside the file: four for each of the code points that any call allows. */
export const maxTextBytes = 64 * 1024;
const maxTexts = 10;

/** Registers a route that takes multipart requests; other routes refuse them as an unsupported media type. */
export function registerUploadRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1 + maxTexts },
      // As a field a part would be cut at a limit, and bytes that aren't UTF-8 replaced. As a file it's read here, as it came.
      isPartAFile: () => true,
    });
    scope.route(route);
  });
}

/**
 * Reads a multipart request: its single file, whatever its part's name, and its texts into `request.body`, for validation by the contract. A text is
 * taken whole or refused: `bad_request` at its field if it is longer than any call allows, `malformed` if it isn't UTF-8 (RFC 7578, section 5.1.2) or
 * its name comes twice.
 */
export async function readUpload(request: FastifyRequest): Promise<UploadedPart> {
  if (!request.isMultipart()) throw new Refusal("unsupported_media");
  const texts = new Map<string, string>();
  let file: UploadedPart | null = null;
  // What is refused is read to its end all the same: a browser that is still sending doesn't read an answer.
  let refusal: Refusal | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") refusal ??= new Refusal("malformed");
      else if (isFile(part)) {
        if (file) refusal ??= new Refusal("malformed");
        file = { bytes: await part.toBuffer(), filename: part.filename, type: part.mimetype };
      } else {
        const bytes = await textBytes(part);
        if (bytes === null) refusal ??= tooLong(part.fieldname);
        else if (texts.has(part.fieldname)) refusal ??= new Refusal("malformed");
        else texts.set(part.fieldname, utf8.decode(bytes));
      }
    }
  } catch (error) {
    if ((error as { code?: string }).code === "FST_REQ_FILE_TOO_LARGE") throw new Refusal("too_large");
    throw new Refusal("malformed");
  }
  if (refusal) throw refusal;
  if (!file)
    throw new Refusal("bad_request", { fields: [{ path: "file", message: sentence("requests.choose_file") }] });
  request.body = Object.fromEntries(texts);
  return file;
}

/** A part with a name of a file, even an empty one, or of bytes. */
const isFile = ({ filename, mimetype }: MultipartFile): boolean =>
  (filename as string | undefined) !== undefined || mimetype === "application/octet-stream";

const tooLong = (path: string) =>
  new Refusal("bad_request", { fields: [{ path, message: sentence("requests.text_too_long") }] });

/** The bytes of a text; null if they are more than `maxTextBytes`. */
async function textBytes({ file }: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxTextBytes) chunks.push(chunk);
  }
  return size > maxTextBytes ? null : Buffer.concat(chunks);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON body; undefined for no bytes, because browsers and curl send body-less POSTs with a JSON content type. Throws
 * `unsupported_media` for an encoding other than UTF-8 and `malformed` for anything but JSON in UTF-8.
 */
export function readJson(contentType: string, bytes: Buffer): unknown {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new Refusal("unsupported_media");
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes), dropProtoKey);
  } catch {
    throw new Refusal("malformed");
  }
}

const dropProtoKey = (key: string, value: unknown) => (key === "__proto__" ? undefined : value);
