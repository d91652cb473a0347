import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/constants.ts";
import { inspectUpload } from "../inspect-upload.ts";
import { pdfProblem } from "./inspect-pdf.ts";

const part = (dictionary: string, bytes: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n${dictionary}\nstream\n`),
    Buffer.from(bytes),
    Buffer.from("\nendstream\nendobj\n"),
  ]);

const pdfWithoutPage = (...objects: readonly (string | Uint8Array)[]) =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n%âãÏÓ\n"),
    ...objects.map((each) => Buffer.from(each)),
    Buffer.from("\nstartxref\n0\n%%EOF\n"),
  ]);

const pdf = (...objects: readonly (string | Uint8Array)[]) =>
  pdfWithoutPage("2 0 obj << /Type /Page >> endobj\n", ...objects);

const pdfBehind = (before: string) => Buffer.concat([Buffer.from(before, "latin1"), pdf()]);
const isSafePdf = async (bytes: Uint8Array) => (await pdfProblem(bytes)) === null;

/** A PDF with its objects in a compressed stream, as most programs write them. */
const objectStreamPdf = (...objects: readonly string[]) => {
  const objectOffsets = objects.map(
    (_, index) => `${index + 10} ${objects.slice(0, index).join(" ").length + (index && 1)}`,
  );
  const head = `${objectOffsets.join(" ")} `;
  const dictionary = `<< /Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode >>`;
  return part(dictionary, deflateSync(head + objects.join(" ")));
};

const hex = (text: string) => `${Buffer.from(text).toString("hex")}>`;
const packed = (filters: readonly string[], bytes: string | Uint8Array) =>
  part(`<< /Type /ObjStm /N 0 /First 0 /Filter [${filters.join(" ")}] >>`, bytes);
const script = "<< /S /JavaScript /JS (app.alert(1)) >>";
const website = "<< /S /URI /URI (https://example.com) >>";
const link = (address: string) => `<< /Type /Annot /Subtype /Link /A << /S /URI /URI (${address}) >> >>`;

describe("§5 uploads: a PDF is stored unchanged", () => {
  test.each<[string, Uint8Array]>([
    ["opens at its first page", pdf("<< /Type /Catalog /OpenAction [3 0 R /Fit] >>")],
    ["opens at a page an object names", pdf("<< /OpenAction 7 0 R >> 7 0 obj << /S /GoTo /D [3 0 R /Fit] >> endobj")],
    ["links to a website", pdf(`<< /OpenAction [3 0 R /Fit] >> 9 0 obj ${link("https://example.com/a?b=1")} endobj`)],
    ["links to a page named Launch", pdf(link("https://example.com/sso/Launch"))],
    ["has a form", pdf("<< /AcroForm << /Fields [4 0 R] /DA (/Helv 0 Tf) >> >>")],
    ["has page contents and pictures of any bytes", pdf(part("<< /Length 99 >>", "(/JS /AA /XFA) Tj"))],
    [
      "has objects in a stream",
      pdf(objectStreamPdf("<< /Type /Page >>", link("https://example.com"), "<< /First 3 0 R >>")),
    ],
    ["has an outline", pdf("<< /Type /Outlines /First 12 0 R /Last 13 0 R >>", part("<< >>", "x"))],
    ["has more escaped names than anybody writes", pdf("/A#42 ".repeat(20_000))],
  ])("one that %s", async (_, bytes) => {
    expect(await inspectUpload(bytes, "application/pdf", "card.pdf")).toEqual({
      type: "application/pdf",
      bytes,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  test.each<[string, Uint8Array]>([
    ["a byte order mark", pdfBehind("\u00ef\u00bb\u00bf")],
    ["empty lines", pdfBehind("\r\n\r\n")],
    ["the heads of a mail", pdfBehind("--70097268\r\nContent-Disposition: form-data; name=a\r\n\r\n")],
    ["what a printer's queue adds", pdfBehind("\x1b%-12345X@PJL JOB\r\n")],
  ])("one with %s before its head", async (_, bytes) => {
    expect(await inspectUpload(bytes, "application/pdf", "card.pdf")).toMatchObject({ type: "application/pdf", bytes });
  });

  test.each<[string, string]>([
    ["without %%EOF", "\nstartxref\n0\n"],
    ["with a line behind its end", "\nstartxref\n0\n%%EOF\nsent by a scanner"],
    ["with a megabyte of zeros behind its end", `\nstartxref\n0\n%%EOF\n${"\0".repeat(1_000_000)}`],
    [
      "saved again, with two ends",
      "\nstartxref\n0\n%%EOF\n2 0 obj << /Type /Page >> endobj\nxref\n0 0\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF",
    ],
    [
      "whose table refers to a stream for newer readers",
      `\n${part("<< /Type /XRef /W [1 2 1] /Filter /FlateDecode >>", "x").toString("latin1")}trailer << /XRefStm 9 >>\nstartxref\n9\n%%EOF`,
    ],
  ])("one %s", async (_, end) => {
    const bytes = Buffer.from(`%PDF-1.7\n2 0 obj << /Type /Page >> endobj${end}`, "latin1");
    expect(await pdfProblem(bytes)).toBeNull();
  });

  test("one for the web, with its first end before most of its objects", async () => {
    const head =
      "%PDF-1.7\n9 0 obj << /Linearized 1 /N 1 >> endobj\nxref\n0 0\ntrailer << /Prev 9 >>\nstartxref\n0\n%%EOF\n";
    const whole = Buffer.concat([Buffer.from(head), pdf(objectStreamPdf("<< /Type /Page >>")).subarray(9)]);
    expect(await pdfProblem(whole)).toBeNull();
    expect(await pdfProblem(whole.subarray(0, head.length + 60))).toBe("damaged");
  });
});

describe("§5 uploads: a PDF without a page is refused", () => {
  test.each<[string, Uint8Array]>([
    ["a page of a website before its head", pdfBehind("<html><script>alert(1)</script></html>\n")],
    ["a page of a website behind its head", pdfWithoutPage("<html><script>alert(1)</script></html>")],
    ["nothing", pdfWithoutPage()],
    [
      "an empty tree of pages",
      pdfWithoutPage("<< /Type /Catalog >> << /Type /Pages /Kids [] >> << /Type /PageLabel >>"),
    ],
    ["the word in the bytes of a picture", pdfWithoutPage(part("<< /Subtype /Image >>", "/Type /Page"))],
  ])("%s", async (_, bytes) => {
    expect(await isSafePdf(bytes)).toBe(false);
  });

  test.each<[string, Uint8Array]>([
    ["plain", pdfWithoutPage("<< /Type/Page >>")],
    ["under an escaped name", pdfWithoutPage("<< /Type /P#61ge /Parent 1 0 R >>")],
    ["in an object stream", pdfWithoutPage(objectStreamPdf("<< /Type /Page /Parent 1 0 R >>"))],
  ])("one with its page %s is accepted", async (_, bytes) => {
    expect(await isSafePdf(bytes)).toBe(true);
  });
});

describe("§5 uploads: a PDF that acts by itself is refused", () => {
  test.each<[string, Uint8Array]>([
    ["a script", pdf(`<< /OpenAction ${script} >>`)],
    ["a script under a name of escapes", pdf(`<< /S /#4a#61v#61#53cript /#4A#53 (app.alert(1)) >>`)],
    ["a script that is gone after another save", pdf(`<< /OpenAction ${script} >>`, "\nstartxref\n0\n%%EOF\n<< >>")],
    ["a script under an escaped name", pdf("<< /S /J#61vaScr#69pt >>")],
    ["a script that only a rendition names", pdf("<< /S /Rendition /JS 4 0 R >>")],
    ["a launch action", pdf("<< /A << /S /Launch /F (cmd.exe) >> >>")],
    ["a form that sends itself", pdf("<< /S /SubmitForm /F (https://example.com) >>")],
    ["a form that takes data in", pdf("<< /S /ImportData /F (data.fdf) >>")],
    ["a form of XFA", pdf("<< /AcroForm << /XFA 4 0 R >> >>")],
    ["a way to another file", pdf("<< /S /GoToR /F (other.pdf) >>")],
    ["a way to a file within", pdf("<< /S /GoToE /T << >> >>")],
    ["a file within", pdf("<< /Names << /EmbeddedFiles 4 0 R >> >>")],
    ["a film with a program", pdf("<< /Subtype /RichMedia >>")],
    ["a website on opening", pdf(`<< /OpenAction ${website} >>`)],
    ["a website on opening, in an object of its own", pdf(`<< /OpenAction 8 0 R >> 8 0 obj ${website} endobj`)],
    ["a website on opening, packed", pdf("<< /OpenAction 11 0 R >>", objectStreamPdf("<< /Type /Page >>", website))],
    ["a website on turning a page", pdf("<< /AA << /O 8 0 R >> >>", `8 0 obj\n${website}\nendobj`)],
    ["a website after another action", pdf("<< /OpenAction << /S /GoTo /Next 8 0 R >> >>", `8 0 obj ${website}`)],
  ])("%s", async (_, bytes) => {
    expect(await inspectUpload(bytes, "application/pdf", "a.pdf")).toEqual({
      refused: "unreadable_file",
      pdf: expect.stringMatching(/^(?:acts|files)$/),
    });
  });

  test.each<[string, Uint8Array]>([
    ["behind the word “stream” in a comment", pdf(`%stream\n${script}\nendstream`)],
    ["behind the word “stream” in a string", pdf(`(x stream\n) ${script}\nendstream`)],
    ["behind a false head in a comment", pdf(`%>> stream\n${script}\nendstream`)],
    ["in the bytes of a stream", pdf(part("<< >>", script))],
    ["after an unfinished stream", Buffer.from("%PDF-1.7\n<<>> stream\n<< /JS (x) >>\n%%EOF")],
    ["in an object stream", pdf(objectStreamPdf(script))],
    ["in an object stream within another stream", pdf("%>>stream\n", objectStreamPdf(script))],
    [
      "under an escaped object stream",
      pdf(part("<< /Type /Obj#53tm /Filter /FlateDecode >>", deflateSync("<< /JS (x) >>"))),
    ],
    [
      "in an object stream that does not say so",
      pdf(part("<< /N 1 /First 4 /Filter /FlateDecode >>", deflateSync(script))),
    ],
    ["in an object stream with a comment", pdf(part("<< /Type /ObjStm >> %\n", deflateSync(script)))],
    [
      "behind the word “endstream”",
      pdf(part("<< /Type /ObjStm /Filter /Fl >>", deflateSync(`endstream ${script}`, { level: 0 }))),
    ],
    ["behind a predictor", pdf(part("<< /DecodeParms << /Predictor 12 >> /Type /ObjStm >>", deflateSync("x")))],
    ["in an object stream that does not open", pdf(part("<< /Type /ObjStm /Filter /FlateDecode >>", "no deflate"))],
    [
      "behind a comment about encryption",
      pdf("%trailer << /Encrypt 9 0 R >>\n", part("<< /Type /ObjStm /Filter /Fl >>", "x")),
    ],
    [
      "in an object stream that bursts",
      pdf(part("<< /Type /ObjStm /Filter /Fl >>", deflateSync(Buffer.alloc(40_000_000)))),
    ],
    ["behind two filters", pdf(packed(["/FlateDecode", "/ASCIIHexDecode"], deflateSync(hex(script))))],
    ["behind the same filter twice", pdf(packed(["/FlateDecode", "/FlateDecode"], deflateSync(deflateSync(script))))],
    ["behind five filters", pdf(packed(Array(5).fill("/AHx"), script))],
    ["behind escaped filters", pdf(packed(["/Fl#61teDecode", "/AHx"], deflateSync(hex(script))))],
    ["behind a filter nobody decodes", pdf(packed(["/LZWDecode"], "x"))],
    ["behind a filter named elsewhere", pdf(part("<< /Type /ObjStm /Filter 9 0 R >>", deflateSync("x")))],
    ["in an object stream that says elsewhere where it begins", pdf(part("<< /N 1 /First 9 0 R >>", script))],
    ["in another file", pdf(part("<< /Type /ObjStm /F (other) /First 4 >>", "x"))],
    ["in half a document", pdf("<< /Type /Catalog >>".repeat(200)).subarray(0, 2000)],
  ])("hidden %s", async (_, bytes) => {
    expect(await isSafePdf(bytes)).toBe(false);
  });

  test.each<[string, Uint8Array]>([
    ["two filters", packed(["/FlateDecode", "/ASCIIHexDecode"], deflateSync(hex("<< /Type /Page >>")))],
    ["base 85", packed(["/ASCII85Decode"], '4?O`><-`Fo+>6Q"B4W2L4o~>')],
    [
      "run lengths",
      packed(["/RL"], Buffer.concat([Buffer.from([16]), Buffer.from("<< /Type /Page >>"), Buffer.from([128])])),
    ],
    ["no filter", part("<< /Type /ObjStm /N 0 /First 0 >>", "<< /Type /Page >>")],
  ])("what does nothing behind %s is taken", async (_, objects) => {
    expect(await pdfProblem(pdfWithoutPage(objects))).toBeNull();
  });

  test.each<[string, Uint8Array, string]>([
    ["a form of XFA", pdf("<< /AcroForm << /XFA 4 0 R >> >>"), "acts"],
    ["a file within", pdf("<< /Names << /EmbeddedFiles 4 0 R >> >>"), "files"],
    ["what nobody decodes", pdf(packed(["/LZWDecode"], "x")), "unchecked"],
    ["a certificate it opens with", pdf("\ntrailer << /Encrypt << /Filter /Adobe.PubSec /V 4 >> >>"), "locked"],
    ["no page", pdfWithoutPage(), "damaged"],
  ])("%s is told apart", async (_, bytes, problem) => expect(await pdfProblem(bytes)).toBe(problem));
});

describe("§5 uploads: a large PDF does not block others", () => {
  const filled = (words: string, bytes: number) => pdf(words.repeat(Math.floor((bytes - 100) / words.length)));

  // What takes time by the square of its length takes more than a thread has for so much, too.
  test.each([
    "#41",
    "/#41",
    "/AA<<",
    "/First 1",
    "/First 1 0 R ",
    "/S/URI(",
    ">>stream\n",
    "5 0 obj ",
    "\ntrailer<<(",
    "/XRef ",
    "/ObjStm ",
    "%",
    "(",
  ])("3 MB of %j are checked", async (words) => {
    expect(await isSafePdf(filled(words, 3_000_000))).toBeTypeOf("boolean");
  });

  test.each(["/", "/AA 5 0 R ", " "])("25 MB of %j are checked", async (words) => {
    expect(await isSafePdf(filled(words, limits.uploadBytes))).toBeTypeOf("boolean");
  });

  test("it is checked while other work goes on", async () => {
    let automaticActions = 0;
    const turn = () => {
      automaticActions += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await isSafePdf(filled("/A ", 3_000_000));
    clearImmediate(next);
    expect(automaticActions).toBeGreaterThan(0);
  });
});
