import { inTransaction } from "../database/open.ts";
import type { UploadedPart } from "../http/handler.ts";
import { Refusal } from "../refusal.ts";
import { type Sentence, sentence, type Words } from "../sentences.ts";
import type { Services } from "../services.ts";
import { type AcceptedFile, inspectUpload, type RefusedFile } from "./inspect-upload.ts";
import type { PdfProblem } from "./pdf/inspect-pdf.ts";
import { storeUpload, discardUpload } from "./uploads.ts";

type NeededServices = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter">;

/** Processing a file costs time and storing it costs space: nobody needs more, of all kinds together. */
export const uploadsPerHour = { points: 60, seconds: 3600 };

interface AcceptUploadInput {
  /** Who sends it, for the limit: the patient, or whoever of the practice. */
  readonly owner: string;
  readonly part: UploadedPart;
  /** What is refused says this where only a picture will do: a PDF, or no picture at all. */
  readonly pictureOnly?: Words;
  /** Transforms the accepted file before it is stored. */
  readonly transform?: (file: AcceptedFile) => Promise<AcceptedFile>;
}

/** The file as it may be stored. Refuses as `inspectUpload` does, and the 61st in an hour. */
export async function acceptUpload(
  { limiter }: Pick<Services, "limiter">,
  { owner, part, pictureOnly, transform }: AcceptUploadInput,
): Promise<AcceptedFile> {
  await limiter.consume("upload", owner, uploadsPerHour);
  const file = await inspectUpload(part.bytes, part.type, part.filename);
  const notPicture = new Refusal("unsupported_type", pictureOnly === undefined ? {} : { message: pictureOnly });
  if ("refused" in file) throw file.refused === "unsupported_type" ? notPicture : refusalOf(file);
  if (pictureOnly !== undefined && file.type === "application/pdf") throw notPicture;
  return transform ? transform(file) : file;
}

const pdfSentences = {
  damaged: null,
  locked: sentence("requests.pdf_locked"),
  acts: sentence("requests.pdf_acts"),
  files: sentence("requests.pdf_files"),
  unchecked: sentence("requests.pdf_unchecked"),
} as const satisfies Record<PdfProblem, Sentence | null>;

function refusalOf({ refused, pdf }: RefusedFile): Refusal {
  const message = pdf && pdfSentences[pdf];
  return new Refusal(refused, message ? { message } : {});
}

interface ReceiveUploadInput extends Omit<AcceptUploadInput, "owner"> {
  readonly patientId: string;
  /** The feature's name for the kind of file, e.g. `photo_id`. */
  readonly kind: string;
}

/**
 * Receives a patient's file, stores it and calls `link` with its id. Refuses as `acceptUpload` does; if `link` refuses, the file is
 * discarded.
 */
export async function receiveUpload<T>(
  services: NeededServices,
  { patientId, kind, ...sent }: ReceiveUploadInput,
  linkFile: (fileId: string) => Promise<T>,
): Promise<T> {
  const file = await acceptUpload(services, { owner: patientId, ...sent });
  const { id } = await storeUpload(services, { patientId, kind, file });
  try {
    return await linkFile(id);
  } catch (error) {
    // Any other error may have come after the commit.
    if (error instanceof Refusal) await inTransaction(services, (tx) => discardUpload(tx, { patientId, id }));
    throw error;
  }
}
