import { createHash } from "node:crypto";
import PQueue from "p-queue";
import { limits } from "#contract/constants.ts";
import type { ErrorCode } from "#contract/http/errors.ts";
import type { ImageType } from "./image/reencode-image.ts";
import { headOfPdf, type PdfProblem, pdfProblem } from "./pdf/inspect-pdf.ts";

/** Limits a process to reading two patients' files at a time: a large picture takes hundreds of megabytes while it is decoded. */
export const fileReads = new PQueue({ concurrency: 2 });

/** A file that may be stored: an upright JPEG without metadata, or the PDF unchanged. */
export interface AcceptedFile {
  readonly bytes: Uint8Array;
  readonly type: "image/jpeg" | "application/pdf";
  /** In pixels; absent for a PDF. */
  readonly width?: number;
  readonly height?: number;
  /** Of `bytes`, in hex. */
  readonly sha256: string;
}

/** Why a file is refused, and of a PDF what about it. */
export interface RefusedFile {
  readonly refused: UploadFailure;
  readonly pdf?: PdfProblem;
}

export type UploadFailure = Extract<ErrorCode, "too_large" | "unsupported_type" | "unreadable_file">;

/** How each recognised content type is treated; all others are refused (spec §5: JPEG, PNG, TIFF, HEIC/HEIF, PDF). */
const treatedAs: Readonly<Record<string, ImageType | "application/pdf">> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  // A PNG that moves is a PNG: its first picture is what is shown where nothing moves.
  "image/apng": "image/png",
  "image/tiff": "image/tiff",
  "image/heic": "image/heic",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
  "application/pdf": "application/pdf",
};

/**
 * Checks an upload by its content. The declared type and the name can only cause a refusal: a type that is no picture, document or
 * unknown, and `.jfif` (spec §5). The name is used nowhere else.
 */
export async function inspectUpload(
  bytes: Uint8Array,
  declaredType: string,
  filename: string,
): Promise<AcceptedFile | RefusedFile> {
  if (bytes.length > limits.uploadBytes) return { refused: "too_large" };
  if (bytes.length === 0) return { refused: "unreadable_file" };
  const { fileTypeFromBuffer } = await import("file-type");
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const type = treatedAs[detected?.mime ?? (headOfPdf(bytes) >= 0 ? "application/pdf" : "")];
  if (type === undefined || !isAllowedDeclaredType(declaredType) || /\.jfif\s*$/i.test(filename))
    return { refused: "unsupported_type" };
  return fileReads.add(() => convert(bytes, type)).catch(() => ({ refused: "unreadable_file" }));
}

async function convert(bytes: Uint8Array, type: ImageType | "application/pdf"): ReturnType<typeof inspectUpload> {
  if (type === "application/pdf") {
    const problem = await pdfProblem(bytes);
    return problem === null ? acceptedFile(bytes, type) : { refused: "unreadable_file", pdf: problem };
  }
  const { reencodeAsJpeg: redraw } = await import("./image/reencode-image.ts");
  const { bytes: jpegBytes, ...size } = await redraw(bytes, type);
  return { ...acceptedFile(jpegBytes, "image/jpeg"), ...size };
}

const acceptedFile = <Type extends AcceptedFile["type"]>(bytes: Uint8Array, type: Type) => ({
  bytes,
  type,
  sha256: sha256Hex(bytes),
});

/** Phones send HEIC without a type or as `application/octet-stream`. */
const isAllowedDeclaredType = (type: string) =>
  /^(?:|application\/(?:octet-stream|(?:x-)?pdf)|image\/(?!svg).+)$/i.test(type.split(";")[0]?.trim() ?? "");

/** SHA-256 in hex. */
export const sha256Hex = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
