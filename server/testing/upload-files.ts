import sharp from "sharp";
import { limits } from "#contract/constants.ts";
import type { ErrorCode } from "#contract/http/errors.ts";

export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A photo as a phone takes it, with camera and location in its EXIF data. */
export const photoWithGps = async (): Promise<SentFile> => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#d02020", noise } })
    .withExif({
      IFD0: { Make: cameraMake },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "40/1 26/1 46/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "79/1 58/1 56/1",
      },
    })
    .jpeg()
    .toBuffer();
  return { name: "IMG_0001.JPG", type: "image/jpeg", bytes };
};

export const cameraMake = "CanaryCamera";

type FileMutation = (photo: SentFile) => SentFile;
const textFile =
  (content: string, name: string, type: string): FileMutation =>
  () => ({ name, type, bytes: Buffer.from(content) });

/** Files that are refused everywhere, with their error codes. */
export const refusedFiles: readonly (readonly [title: string, make: FileMutation, code: ErrorCode])[] = [
  [
    "an SVG with a script",
    textFile("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "a.svg", "image/svg+xml"),
    "unsupported_type",
  ],
  [
    "an SVG that says it is a PNG",
    textFile("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "a.png", "image/png"),
    "unsupported_type",
  ],
  ["HTML named .png", textFile("<!doctype html><script>alert(1)</script>", "a.png", "image/png"), "unsupported_type"],
  [
    "a program with a double extension",
    textFile("MZ\u0090".padEnd(200, "\0"), "a.exe.png", "image/png"),
    "unsupported_type",
  ],
  ["a photo sent as HTML", (photo) => ({ ...photo, type: "text/html" }), "unsupported_type"],
  [".jfif", (photo) => ({ ...photo, name: "photo.jfif" }), "unsupported_type"],
  ["an empty file", (photo) => ({ ...photo, bytes: Buffer.alloc(0) }), "unreadable_file"],
  ["half a JPEG", (photo) => ({ ...photo, bytes: photo.bytes.subarray(0, photo.bytes.length / 2) }), "unreadable_file"],
  ["a pixel bomb", () => ({ name: "a.png", type: "image/png", bytes: pixelBomb() }), "unreadable_file"],
  [
    "a PDF with a script",
    textFile(
      "%PDF-1.7\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nstartxref\n0\n%%EOF\n",
      "a.pdf",
      "application/pdf",
    ),
    "unreadable_file",
  ],
  ["25 MB and one byte", (photo) => ({ ...photo, bytes: padTo(photo.bytes, limits.uploadBytes + 1) }), "too_large"],
];

/** File names a valid photo may have; none of them may be stored or passed on. */
export const hostileFileNames = [
  "photo.php.jpg",
  "../../etc/passwd",
  "..\\..\\boot.ini",
  "/etc/passwd.jpg",
  `${"é".repeat(3000)}.jpg`,
];

const padTo = (bytes: Uint8Array, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);

/** A PNG header that claims 400 megapixels. */
function pixelBomb(): Uint8Array {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008000000000000000000000049444154", "hex");
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  return png;
}
