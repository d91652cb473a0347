import { limits } from "#contract/constants.ts";
import type { AcceptedFile } from "#server/platform/files/inspect-upload.ts";
import { sha256Hex } from "#server/platform/files/inspect-upload.ts";
import { withFileReadPermit } from "#server/platform/files/reading-turn.ts";

/** Side of a profile picture, in pixels: large enough for the biggest place it is shown at, on a dense screen. */
export const avatarSide = 512;

/** An accepted picture cut to a square around its middle. What was recorded beside the picture is gone already. */
export async function cropToSquare(picture: AcceptedFile): Promise<AcceptedFile> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await withFileReadPermit(() =>
    sharp(picture.bytes)
      .resize(avatarSide, avatarSide, { fit: "cover", position: "centre" })
      .jpeg({ quality: Math.round(limits.imageQuality * 100) })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, type: "image/jpeg", width: info.width, height: info.height, sha256: sha256Hex(data) };
}
