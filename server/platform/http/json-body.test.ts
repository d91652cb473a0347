import { describe, expect, test } from "vitest";
import { readJson } from "./request-body.ts";

const json = "application/json";

describe("decisions §3 JSON bodies are UTF-8", () => {
  test.each([json, `${json}; charset=utf-8`, `${json};charset="UTF-8"`, `${json}; charset=utf8`])("%s", (type) => {
    expect(readJson(type, Buffer.from('{"name":"Zoë 🌼"}'))).toEqual({ name: "Zoë 🌼" });
  });

  test.each(["iso-8859-1", "utf-16le", "windows-1252", '"latin1"', "utf-7", ""])("no other: %s", (charset) => {
    expect(() => readJson(`${json}; charset=${charset}`, Buffer.from("{}"))).toThrow(
      expect.objectContaining({ code: "unsupported_media" }),
    );
  });

  test.each([
    ["a lone continuation byte", Buffer.from([0x22, 0x80, 0x22])],
    ["a cut character", Buffer.from([0x22, 0xf0, 0x9f, 0x8c, 0x22])],
    ["a surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["Latin-1", Buffer.from('"Zoë"', "latin1")],
    ["half a text", Buffer.from('{"name":')],
  ])("%s is malformed, not replaced", (_, bytes) => {
    expect(() => readJson(json, bytes)).toThrow(expect.objectContaining({ code: "malformed" }));
  });

  test("no bytes are no body; a prototype key is dropped", () => {
    expect(readJson(json, Buffer.alloc(0))).toBeUndefined();
    expect(readJson(json, Buffer.from('{"__proto__":{"admin":true},"a":1}'))).toEqual({ a: 1 });
  });
});
