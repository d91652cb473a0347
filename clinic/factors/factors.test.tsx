import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { encode } from "uqr";
import { spacedSecret } from "./authenticator-setup.tsx";
import { deviceName } from "./passkey-setup.tsx";
import { QrCode, qrPath } from "./qr-code.tsx";
import { codesFile, RecoveryCodes } from "./recovery-codes.tsx";

describe("an authenticator app", () => {
  test("the QR code is drawn square by square, and has a name", () => {
    const uri = "otpauth://totp/Practice:nora?secret=JBSWY3DP";
    const markup = renderToStaticMarkup(<QrCode text={uri} label="QR code" />);
    const dark = encode(uri, { ecc: "M", border: 2 })
      .data.flat()
      .filter((square) => square).length;
    expect(markup.match(/h1v1h-1z/g)).toHaveLength(dark);
    expect(markup).toContain('role="img" aria-label="QR code"');
    expect(
      qrPath([
        [false, true],
        [true, false],
      ]),
    ).toBe("M1 0h1v1h-1zM0 1h1v1h-1z");
  });

  test("the key to type is in groups of four", () => {
    expect(spacedSecret("JBSWY3DPEHPK3PXP")).toBe("JBSW Y3DP EHPK 3PXP");
    expect(spacedSecret("JBSWY3")).toBe("JBSW Y3");
  });
});

describe("recovery codes", () => {
  const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
  const markup = renderToStaticMarkup(<RecoveryCodes codes={codes} onSaved={() => {}} />);

  test("all ten are shown, to copy, to download and to print", () => {
    expect(markup.match(/<code>/g)).toHaveLength(10);
    for (const action of ["Copy", "Download", "Print"]) expect(markup).toContain(`>${action}</span>`);
  });

  test("nobody continues before they say that they have them", () => {
    expect(markup).toMatch(/<button[^>]*disabled=""[^>]*><span[^>]*>Continue/);
  });

  test("the file says whose they are and holds each once", () => {
    const file = codesFile("Practice", codes);
    expect(file.split("\n").filter((line) => line.startsWith("code-"))).toEqual(codes);
    expect(file).toContain("Practice");
  });
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android phone"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows computer"],
  ["something else", "This device"],
])("a passkey made in “%s” is called %s until its owner names it", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
