import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { inspectUpload } from "../inspect-upload.ts";
import { pdfProblem } from "./inspect-pdf.ts";

/** PDFs with AES-256 as programs write it since 2017 (revision 6). */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures", name));

/** The four ways programs encrypted before: RC4 with 40 and 128 bits, AES-128, AES-256 of revision 5. */
const versions = ["1.3", "1.4", "1.6", "1.7ext3"] as const;
interface Security {
  getEncryptFn(objectNumber: number, generation: number): (bytes: Buffer) => Uint8Array;
}

async function encrypted(pdfVersion: (typeof versions)[number], passwords: PDFKit.PDFDocumentOptions, packed?: string) {
  const pdf = new PDFDocument({ pdfVersion, ...passwords });
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const { _security: security } = pdf as unknown as { _security: Security };
  pdf.text("Insurance card");
  pdf.end();
  await new Promise((done) => pdf.once("end", done));
  const whole = Buffer.concat(parts);
  if (packed === undefined) return whole;
  const bytes = Buffer.from(security.getEncryptFn(99, 0)(deflateSync(packed)));
  const head = `99 0 obj\n<< /Type /ObjStm /N 0 /First 0 /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
  const end = whole.lastIndexOf("xref", whole.lastIndexOf("startxref") - 1);
  const object = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream\nendobj\n")]);
  return Buffer.concat([whole.subarray(0, end), object, whole.subarray(end)]);
}

const change = { ownerPassword: "change-it" };
const open = { ...change, userPassword: "open-it" };

describe("an encrypted PDF", () => {
  test.each(versions)(
    "of %s that opens with a password is refused; one that is only not to be changed is taken",
    async (version) => {
      expect(await pdfProblem(await encrypted(version, open))).toBe("locked");
      expect(await pdfProblem(await encrypted(version, change))).toBeNull();
    },
  );

  test("of 2.0 too", async () => {
    expect(await inspectUpload(fixture("password-to-open.pdf"), "application/pdf", "a.pdf")).toEqual({
      refused: "unreadable_file",
      pdf: "locked",
    });
    expect(await pdfProblem(fixture("password-to-change.pdf"))).toBeNull();
  });

  test.each(versions)("of %s is looked into: a script among its packed objects is found", async (version) => {
    expect(await pdfProblem(await encrypted(version, change, "<< /Type /Annot >>"))).toBeNull();
    expect(await pdfProblem(await encrypted(version, change, "<< /S /JavaScript /JS (app.alert(1)) >>"))).toBe("acts");
  });

  test("that says it's encrypted and has packed objects which aren't is refused", async () => {
    const bytes = await encrypted("1.6", change, "<< /Type /Annot >>");
    const plain = Buffer.from(bytes.toString("latin1").replaceAll("/Encrypt", "/Encr#79pt"), "latin1");
    expect(await pdfProblem(plain)).toBeNull();
    const unknown = Buffer.from(bytes.toString("latin1").replaceAll("/Encrypt", "/Xncrypt"), "latin1");
    expect(await pdfProblem(unknown)).toBe("unchecked");
  });

  test.each(["/V 9 /R 9", "/V 4 /R 4", "/V 5 /R 6 /U <00> /UE <00>", "/V 2 /R 3 /Length 99999"])(
    "with what nobody writes, %s, is refused",
    async (written) => {
      const head = "%PDF-1.7\n2 0 obj << /Type /Page >> endobj\ntrailer ";
      const bytes = Buffer.from(`${head}<< /Encrypt << /Filter /Standard ${written} >> >>\nstartxref\n0\n%%EOF`);
      expect(await pdfProblem(bytes)).toBe("locked");
    },
  );
});
