import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/constants.ts";
import { maxPixels } from "./image/reencode-image.ts";
import { inspectUpload } from "./inspect-upload.ts";

/** 64 × 48, red left and blue right, to be turned clockwise; its EXIF has the make “Canary” and a GPS position. */
const heic = readFileSync(join(import.meta.dirname, "fixtures/turned.heic"));

const threeColourFlag = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#d02020" } }).composite([
    { input: { create: { width: 32, height: 48, channels: 3, background: "#2020d0" } }, left: 32, top: 0 },
  ]);
const drawImage = async () => sharp(await threeColourFlag().png().toBuffer());
const photoWithExif = async () =>
  (await drawImage())
    .withExif({
      IFD0: { Make: "Canary" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "40/1 26/1 46/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "79/1 58/1 56/1",
      },
    })
    .withMetadata({ orientation: 6 });

async function expectAccepted(bytes: Uint8Array, type = "", name = "photo") {
  const result = await inspectUpload(bytes, type, name);
  if ("refused" in result) throw new Error(result.refused);
  return result;
}

async function colourAt(bytes: Uint8Array, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 0] = data;
  return red > blue ? "red" : "blue";
}

describe("§5 uploads: pictures are re-encoded", () => {
  test("a JPEG becomes upright and reveals neither location nor camera", async () => {
    const original = await (await photoWithExif()).jpeg().toBuffer();
    expect(original.includes("Canary")).toBe(true);
    const file = await expectAccepted(original, "image/jpeg", "IMG_0001.JPG");
    expect(file).toMatchObject({
      type: "image/jpeg",
      width: 48,
      height: 64,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(await colourAt(file.bytes, 24, 8)).toBe("red");
    expect(await colourAt(file.bytes, 24, 56)).toBe("blue");
    const { exif, orientation, xmp, iptc } = await sharp(file.bytes).metadata();
    expect({ exif, orientation, xmp, iptc }).toEqual({});
    expect(Buffer.from(file.bytes).includes("Canary")).toBe(false);
  });

  test("a HEIC of a phone becomes an upright JPEG without location or camera", async () => {
    expect(heic.includes("Canary")).toBe(true);
    const file = await expectAccepted(heic, "", "IMG_0001.HEIC");
    expect(file).toMatchObject({ type: "image/jpeg", width: 48, height: 64 });
    expect(await colourAt(file.bytes, 24, 8)).toBe("red");
    expect(await colourAt(file.bytes, 24, 56)).toBe("blue");
    expect((await sharp(file.bytes).metadata()).exif).toBeUndefined();
  });

  test("a HEIC with several pictures is stored as the one it shows, which isn't always the first", async () => {
    const several = readFileSync(join(import.meta.dirname, "fixtures/second-is-primary.heic"));
    const { bytes } = await expectAccepted(several, "image/heic", "IMG_0002.HEIC");
    expect(await colourAt(bytes, 2, 2)).toBe("blue");
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ["a progressive JPEG", () => threeColourFlag().jpeg({ progressive: true }).toBuffer()],
    ["a JPEG for print, of four inks", () => threeColourFlag().toColourspace("cmyk").jpeg().toBuffer()],
    ["a JPEG without its last two bytes", async () => (await threeColourFlag().jpeg().toBuffer()).subarray(0, -2)],
    [
      "a JPEG with bytes behind its end",
      async () => Buffer.concat([await threeColourFlag().jpeg().toBuffer(), Buffer.alloc(5000, 7)]),
    ],
    ["a PNG of 16 bits", () => threeColourFlag().toColourspace("rgb16").png().toBuffer()],
    ["a PNG of a palette", () => threeColourFlag().png({ palette: true }).toBuffer()],
    ["a PNG that moves", async () => movingPng(await threeColourFlag().png().toBuffer())],
    ["a TIFF of 16 bits", () => threeColourFlag().toColourspace("rgb16").tiff().toBuffer()],
    ["a TIFF for print, of four inks", () => threeColourFlag().toColourspace("cmyk").tiff().toBuffer()],
    ["a TIFF with JPEG inside", () => threeColourFlag().tiff({ compression: "jpeg" }).toBuffer()],
  ])("%s becomes an ordinary JPEG that shows the same", async (_, make) => {
    const { bytes, width, height } = await expectAccepted(await make());
    expect({ width, height }).toEqual({ width: 64, height: 48 });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", channels: 3, depth: "uchar", space: "srgb" });
    expect([await colourAt(bytes, 10, 24), await colourAt(bytes, 54, 24)]).toEqual(["red", "blue"]);
  });

  test.each(["1000012345", "photo.jpe", "a".repeat(300), "gpj.\u202e.png", "foto\u0301.jpeg.", " "])(
    "a JPEG named %j, with or without a type, is judged by its content",
    async (name) => {
      const bytes = await threeColourFlag().jpeg().toBuffer();
      for (const type of ["", "image/jpeg", "application/octet-stream", "image/pjpeg"])
        expect(await inspectUpload(bytes, type, name)).toMatchObject({ type: "image/jpeg" });
    },
  );

  test("half transparent areas become lighter, of 16 bits too", async () => {
    const half = { create: { width: 9, height: 9, channels: 4, background: "#00000080" } } as const;
    for (const space of ["srgb", "rgb16"]) {
      const { bytes } = await expectAccepted(await sharp(half).toColourspace(space).png().toBuffer());
      const [value = 0] = await sharp(bytes).raw().toBuffer();
      expect(value).toBeGreaterThan(115);
      expect(value).toBeLessThan(140);
    }
  });

  test.each(["png", "tiff"] as const)("a %s becomes a JPEG without metadata", async (format) => {
    const file = await expectAccepted(await (await photoWithExif()).toFormat(format).toBuffer());
    expect(file.type).toBe("image/jpeg");
    expect(Buffer.from(file.bytes).includes("Canary")).toBe(false);
  });

  test("transparent areas become white", async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const { bytes } = await expectAccepted(clear);
    expect([...(await sharp(bytes).raw().toBuffer())].every((value) => value > 250)).toBe(true);
  });

  test("the pages of a fax are joined one below the other", async () => {
    const { bytes, width, height } = await expectAccepted(twoPageTiff());
    expect({ width, height }).toEqual({ width: 8, height: 12 });
    expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  });

  test("text hidden behind the picture does not survive", async () => {
    const polyglot = Buffer.concat([
      await threeColourFlag().jpeg().toBuffer(),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const { bytes } = await expectAccepted(polyglot, "image/jpeg", "photo.jpg.html");
    expect(Buffer.from(bytes).includes("script")).toBe(false);
  });

  test.each(["photo.png.exe", "../../etc/passwd", "a\0b.png", "", "é".repeat(5000)])(
    "the name %j does not matter",
    async (name) => {
      expect(await inspectUpload(await threeColourFlag().png().toBuffer(), "image/png", name)).toMatchObject({
        type: "image/jpeg",
      });
    },
  );
});

describe("§5 uploads: refused by content", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
    ["an SVG", () => Buffer.from(svg), "image/svg+xml", "a.svg"],
    ["an SVG that says it is a PNG", () => Buffer.from(`<?xml version="1.0"?>${svg}`), "image/png", "a.png"],
    ["HTML", () => Buffer.from("<!doctype html><script>1</script>"), "image/jpeg", "a.jpg"],
    ["a GIF", () => threeColourFlag().gif().toBuffer(), "image/gif", "a.gif"],
    ["a WebP", () => threeColourFlag().webp().toBuffer(), "image/webp", "a.webp"],
    ["an AVIF", () => threeColourFlag().avif().toBuffer(), "image/heic", "a.heic"],
    ["a program", () => Buffer.from("MZ\u0090\0".padEnd(200, "\0"), "latin1"), "image/jpeg", "a.jpg"],
    ["an archive", () => Buffer.from("PK\u0003\u0004".padEnd(200, "\0"), "latin1"), "application/pdf", "a.pdf"],
    ["plain text", () => Buffer.from("hello"), "application/pdf", "a.pdf"],
    [".jfif", () => threeColourFlag().jpeg().toBuffer(), "image/jpeg", "photo.JFIF"],
    ["a JPEG sent as HTML", () => threeColourFlag().jpeg().toBuffer(), "text/html", "photo.jpg"],
    ["a JPEG sent as SVG", () => threeColourFlag().jpeg().toBuffer(), "image/svg+xml", "photo.jpg"],
  ])("%s", async (_, make, type, name) => {
    expect(await inspectUpload(await make(), type, name)).toEqual({ refused: "unsupported_type" });
  });

  test("25 MB are accepted, one byte more is not", async () => {
    const picture = await threeColourFlag().jpeg().toBuffer();
    const padded = Buffer.concat([picture, Buffer.alloc(limits.uploadBytes - picture.length)]);
    expect(await inspectUpload(padded, "image/jpeg", "a.jpg")).toMatchObject({ type: "image/jpeg" });
    expect(await inspectUpload(Buffer.concat([padded, Buffer.alloc(1)]), "image/jpeg", "a.jpg")).toEqual({
      refused: "too_large",
    });
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ["nothing", () => new Uint8Array()],
    ["half a JPEG", async () => firstHalf(await noise().jpeg().toBuffer())],
    ["half a PNG", async () => firstHalf(await noise().png().toBuffer())],
    ["a TIFF without its end", () => twoPageTiff().subarray(0, -20)],
    ["half a HEIC", () => firstHalf(heic)],
    ["a HEIC with its picture overwritten", () => Buffer.concat([heic.subarray(0, 700), Buffer.alloc(700, 7)])],
    ["a pixel bomb", () => pixelBomb(20_000, 20_000)],
    ["a pixel bomb of one line", () => pixelBomb(maxPixels + 1, 1)],
  ])("%s is unreadable", async (_, make) => {
    expect(await inspectUpload(await make(), "", "a")).toEqual({ refused: "unreadable_file" });
  });
});

/** With the head of an animation of one picture before its data. */
function movingPng(png: Buffer): Buffer {
  const head = Buffer.from("000000086163544c0000000100000000", "hex");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(head.subarray(4)));
  return Buffer.concat([png.subarray(0, 33), head, check, png.subarray(33)]);
}

const firstHalf = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);

const noise = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });

/** A PNG header that claims far more pixels than the file holds. */
function pixelBomb(width: number, height: number): Uint8Array {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008000000000000000000000049444154", "hex");
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** Two pages of 8 × 6 grey pixels, uncompressed, as fax machines make them. */
function twoPageTiff(): Uint8Array {
  const tags = (data: number, next: number) => {
    const entries: [tag: number, type: number, value: number][] = [
      [256, 3, 8],
      [257, 3, 6],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, data],
      [277, 3, 1],
      [278, 3, 6],
      [279, 4, 48],
    ];
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length);
    entries.forEach(([tag, type, value], index) => {
      const at = 2 + index * 12;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(1, at + 4);
      directory.writeUInt32LE(value, at + 8);
    });
    directory.writeUInt32LE(next, directory.length - 4);
    return directory;
  };
  const size = tags(0, 0).length;
  const data = 8 + 2 * size;
  return Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    tags(data, 8 + size),
    tags(data + 48, 0),
    Buffer.alloc(48, 0x20),
    Buffer.alloc(48, 0xe0),
  ]);
}
