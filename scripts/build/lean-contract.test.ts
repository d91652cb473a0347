import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { clinicCall, optionalPatientCall, patientCall, publicCall, staffCall } from "#contract/http/endpoint.ts";
import { leanContractOf } from "./lean-contract.ts";

const marked = "/* @__PURE__ */ ";
const plain = (code: string): string => leanContractOf(code).replaceAll(marked, "").replace(/\s+/g, " ");

describe("the contract as a browser loads it", () => {
  it("keeps of a call what says where to send what, and nothing of its answer", () => {
    const code = `export const calls = { one: clinicCall("PUT /one/{id}", {
      summary: "One, \\"quoted\\"", access: { needs: ["write:prescribing"], record: "patient" },
      params: IdParams, query: z.object({ a: z.string() }), body: z.strictObject({ text: singleLine(60) }),
      ok: z.object({ id: Id }), status: 201, errors: ["conflict"], idempotency: true,
    }) } as const;`;
    expect(plain(code)).toBe(
      `export const calls = { one: { method: "PUT", path: "/one/{id}", access: { caller: "clinic", needs: ["write:prescribing"] }, ` +
        `body: z.strictObject({ text: singleLine(60) }), status: 201, idempotency: true, } } as const;`,
    );
  });

  const answer = { summary: "A file", ok: "application/pdf" } as const;
  it.each([
    publicCall("GET /a", answer),
    optionalPatientCall("GET /a", answer),
    patientCall("GET /a", answer),
    clinicCall("GET /a", { ...answer, access: { needs: ["write:prescribing"] } }),
    staffCall("GET /a", answer),
  ])("keeps method, path and caller as they are declared: $access.caller", ({ method, path, access: { caller } }) => {
    const name = caller === "optional" ? "optionalPatientCall" : `${caller}Call`;
    const needs = caller === "clinic" ? `needs: ["write:prescribing"]` : "";
    const declared = needs && `access: { ${needs} }`;
    const kept = [`caller: "${caller}"`, ...(needs ? [needs] : [])].join(", ");
    expect(plain(`const a = ${name}("${method} ${path}", { ${declared} });`)).toContain(
      `const a = { method: "${method}", path: "${path}", access: { ${kept} },`,
    );
  });

  it("refuses a call of the practice that doesn't say what it needs: the staff app would show it to nobody", () => {
    expect(() => plain(`const a = clinicCall("GET /a", { access: { record: "note" } });`)).toThrow(
      /says what it needs/,
    );
  });

  it("keeps the media type of a file, which the client reads", () => {
    expect(plain(`const a = publicCall("GET /a", { ok: "application/pdf" });`)).toContain(`ok: "application/pdf"`);
  });

  it("leaves fields of the same names alone where they aren't a call's", () => {
    const code = `const A = z.object({ errors: z.array(z.string()), ok: z.boolean(), query: z.string() });`;
    expect(plain(code)).toBe(code);
  });

  it("marks declarations, and nothing a function does when it's called", () => {
    expect(leanContractOf(`const A = paged(Id); const keep = (map) => { map.set("a", read(1)); };`)).toBe(
      `const A = ${marked}paged(Id); const keep = (map) => { map.set("a", read(1)); };`,
    );
  });

  it("can leave out any declaration: no file of the contract does anything when it's loaded", () => {
    const root = join(import.meta.dirname, "../..");
    const files = globSync("contract/**/*.ts", { cwd: root }).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
    expect(files.length).toBeGreaterThan(50);
    const acting = files.filter((file) =>
      parseAst(readFileSync(join(root, file), "utf8"), { lang: "ts" }).body.some(
        ({ type }) => !/Declaration$|^TS/.test(type),
      ),
    );
    expect(acting).toEqual([]);
  });
});
