import { inTransaction } from "../database/open.ts";
import type { UploadedPart } from "../http/handler.ts";
import { Refusal } from "../refusal.ts";
import type { Sentence } from "../sentences.ts";
import type { Services } from "../services.ts";
import { type AcceptedFile, inspectUpload } from "./inspect-upload.ts";
import { storeUpload, discardUpload } from "./uploads.ts";

type NeededServices = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter">;

/** Processing a file costs time and storing it costs space: nobody needs more, of all kinds together. */
export const uploadsPerHour = { points: 60, seconds: 3600 };

interface ReceiveUploadInput {
  readonly patientId: string;
  /** The feature's name for the kind of file, e.g. `photo_id`. */
  readonly kind: string;
  readonly part: UploadedPart;
  /** The refusal of a PDF where only a picture will do. */
  readonly pictureOnly?: Sentence;
  /** Transforms the accepted file before it is stored. */
  readonly transform?: (file: AcceptedFile) => Promise<AcceptedFile>;
}

/**
 * Receives a patient's file, stores it and calls `link` with its id. Refuses as `inspectUpload` does, and the 61st in an hour;
 * if `link` refuses, the file is discarded.
 */
export async function receiveUpload<T>(
  services: NeededServices,
  { patientId, kind, part, pictureOnly, transform }: ReceiveUploadInput,
  linkFile: (fileId: string) => Promise<T>,
): Promise<T> {
  await services.limiter.consume("upload", patientId, uploadsPerHour);
  const file = await inspectUpload(part.bytes, part.type, part.filename);
  if ("refused" in file) throw new Refusal(file.refused);
  if (pictureOnly !== undefined && file.type === "application/pdf")
    throw new Refusal("unsupported_type", { message: pictureOnly });
  const { id } = await storeUpload(services, { patientId, kind, file: transform ? await transform(file) : file });
  try {
    return await linkFile(id);
  } catch (error) {
    // Any other error may have come after the commit.
    if (error instanceof Refusal)
      await inTransaction(services.db, (tx) => discardUpload({ db: tx, jobs: services.jobs }, { patientId, id }));
    throw error;
  }
}
