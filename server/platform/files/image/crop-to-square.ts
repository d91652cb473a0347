import { limits } from "#contract/constants.ts";
import { type AcceptedFile, fileReads, sha256Hex } from "../inspect-upload.ts";

/** Side of a person's picture in pixels: enough for the largest place it is shown, on a dense screen. */
export const pictureSide = 512;

/** An accepted picture cut to a square around its middle. Its metadata was removed before. */
export async function cropToSquare(picture: AcceptedFile): Promise<AcceptedFile> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await fileReads.add(() =>
    sharp(picture.bytes)
      .resize(pictureSide, pictureSide, { fit: "cover", position: "centre" })
      // oxlint-disable-next-line formats/cents-at-home -- a share as the percentage that the library asks for
      .jpeg({ quality: Math.round(limits.imageQuality * 100) })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, type: "image/jpeg", width: info.width, height: info.height, sha256: sha256Hex(data) };
}
