import { describe, expect, test } from "vitest";
import { fileProblem, formatBytes, maxFileBytes, pictureProblem, shownName } from "./file-rules.ts";
import { looksAlike } from "./canvas-truth.ts";

const heads = {
  jpeg: "\u00ff\u00d8\u00ff\u00e0",
  png: "\u0089PNG\r\n\u001a\n",
  tiff: "II*\0",
  "tiff of a Mac": "MM\0*",
  heic: "\0\0\0\u0018ftypheic",
  heif: "\0\0\0\u0018ftypmif1",
} as const;
const bytes = (head: string) => Uint8Array.from(head, (letter) => letter.charCodeAt(0));
const file = (head: string, name: string, type = "") => new File([bytes(head)], name, { type });
const sized = (size: number, name = "id.png") => Object.defineProperty(file(heads.png, name), "size", { value: size });

describe("§5 files are judged by their content", () => {
  test.each(Object.entries(heads))("a %s is taken under any name and type", async (_, head) => {
    for (const name of ["1000012345", "photo.jpe", "id.JPG", "scan.pdf", "a.b.exe", "", "gpj.\u202e.png"])
      expect(await fileProblem(file(head, name))).toBeUndefined();
    expect(await pictureProblem(file(head, "photo.jpe", "image/jpeg"))).toBeUndefined();
  });
  test("a PDF is taken, with a mark before its head too, and is no picture", async () => {
    for (const head of ["%PDF-1.7", "\u00ef\u00bb\u00bf%PDF-1.4", `${" ".repeat(1000)}%PDF-1.4`])
      expect(await fileProblem(file(head, "letter"))).toBeUndefined();
    expect(await pictureProblem(file("%PDF-1.7", "me.jpg"))).toBe(
      "“me.jpg” is a document. Choose a JPEG, PNG, TIFF or HEIC picture.",
    );
  });
  test.each([
    "GIF89a",
    "RIFF....WEBP",
    "<svg",
    "PK\u0003\u0004",
    "hello",
    "\0\0\0\u0018ftypavif",
    "\0\0\0\u0018ftypmp42",
  ])("%j is refused, whatever it's called", async (head) => {
    expect(await fileProblem(file(head, "id.jpg", "image/jpeg"))).toBe(
      "“id.jpg” isn't a JPEG, PNG, TIFF, HEIC or PDF file.",
    );
    expect(await pictureProblem(file(head, "id.jpg"))).toBe("“id.jpg” isn't a JPEG, PNG, TIFF or HEIC picture.");
  });
  test(".jfif is refused, as the specification has it", async () => {
    expect(await fileProblem(file(heads.jpeg, "photo.JFIF"))).toContain("isn't a JPEG");
  });
  test("one that is too large, empty, or can't be read is refused with what to do", async () => {
    expect(await fileProblem(sized(maxFileBytes))).toBeUndefined();
    expect(await fileProblem(sized(maxFileBytes + 1))).toContain("larger than 25 MB");
    expect(await fileProblem(sized(0))).toBe("“id.png” is empty. Choose another file.");
    const away = Object.assign(file(heads.png, "id.png"), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }),
    });
    expect(await fileProblem(away)).toContain("Open it once");
  });
});

test("a name in a sentence reads as it's written, and not for ever", () => {
  expect(shownName("fdp.\u202egpj.exe")).toBe("“fdp.gpj.exe”");
  expect(shownName("é".repeat(300))).toHaveLength(59);
  expect(shownName("\u200f \u202e")).toBe("This file");
  expect(shownName("Łucja’s card.heic")).toBe("“Łucja’s card.heic”");
});

describe("what a canvas gives back", () => {
  const width = 64;
  const ramp = { width, data: Array.from({ length: width * 32 * 4 }, (_, at) => 20 + (((at >> 2) * 3) % 180)) };
  const changed = (change: (value: number, at: number) => number) => ({ width, data: ramp.data.map(change) });
  test("is alike after compression: a little off, fine grain lost", () => {
    expect(
      looksAlike(
        ramp,
        changed((value, at) => value + (at % 9)),
      ),
    ).toBe(true);
    expect(
      looksAlike(
        ramp,
        changed((value, at) => value + ((at >> 2) % 2 === 0 ? 35 : -35)),
      ),
    ).toBe(true);
    expect(
      looksAlike(
        ramp,
        changed((value, at) => (at % 4 === 3 ? 0 : value)),
      ),
    ).toBe(true);
  });
  test.each<[string, (value: number, at: number) => number]>([
    ["white", () => 255],
    ["black", () => 0],
    ["gray", () => 110],
    ["noise", (_, at) => (at * 7919) % 256],
    ["stripes", (value, at) => ((at >> 2) % width < 8 ? 255 - value : 0)],
    ["one square of other colors", (value, at) => ((at >> 2) % width < 16 ? value + 40 : value)],
  ])("isn't with %s", (_, change) => expect(looksAlike(ramp, changed(change))).toBe(false));
  test("of another size, or nothing, isn't", () => {
    expect(looksAlike(ramp, { width, data: [] })).toBe(false);
    expect(looksAlike({ width: 0, data: [] }, { width: 0, data: [] })).toBe(false);
  });
});

test("sizes are readable", () => {
  expect(formatBytes(300)).toBe("1 KB");
  expect(formatBytes(2.5 * 1024 * 1024)).toBe("2.5 MB");
});
