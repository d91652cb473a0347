import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { maxTextBytes } from "#server/platform/http/request-body.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps, type SentFile } from "#server/testing/upload-files.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  allMessages,
  attachAsPatient,
  patientWithConversations,
  type PatientWithConversations,
} from "./testing/conversations.ts";

let server: TestServer;
let photo: SentFile;
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await startTestServer();
  photo = await photoWithGps();
  rosa = await patientWithConversations(server);
});
afterAll(() => server.close());

const attach = (message: string) => attachAsPatient(server, rosa, rosa.doctorConversationId, photo, { message });
const newest = async () => (await allMessages(server, rosa, rosa.doctorConversationId)).at(-1);

/** A request whose parts are written by hand. */
async function sendParts(parts: readonly (readonly [head: string, body: string | Buffer])[]) {
  const boundary = "----by-hand";
  const payload = Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return server.call(
    messages.sendAttachment,
    { params: { id: rosa.doctorConversationId }, body: payload as never },
    {
      token: await tokenOf(server, rosa),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    },
  );
}
const file = [`name="file"; filename="rash.jpg"\r\ncontent-type: image/jpeg`, () => Buffer.from(photo.bytes)] as const;
const withFile = (...texts: readonly (readonly [string, string | Buffer])[]) =>
  sendParts([...texts, [file[0], file[1]()]]);

describe("§3 a text beside a file is taken whole or refused", () => {
  test("4,600 letters that end in an emergency are stored whole and read for it", async () => {
    const text = `${"I feel fine today. ".repeat(241)}I have crushing chest pain.`;
    expect(text.length).toBeGreaterThan(4600);
    const { status, ok } = await attach(text);
    expect([status, ok]).toMatchObject([201, { message: text, emergency: { kind: "911" } }]);
    expect((await newest())?.message).toBe(text);
  });

  test("as many code points as a message has, each of four bytes", async () => {
    const text = "🌼".repeat(5000);
    expect((await attach(text)).ok).toMatchObject({ message: text });
    expect((await newest())?.message).toBe(text);
  });

  test("one more, and many more, are refused in words, and nothing is stored", async () => {
    const before = (await newest())?.seq;
    for (const [text, message] of [
      ["é".repeat(5001), "Please use 5000 characters or fewer."],
      ["a".repeat(maxTextBytes + 1), "This text is too long. Please send it in several parts."],
    ] as const)
      expect(await attach(text).then(({ status, problem }) => ({ status, problem }))).toMatchObject({
        status: 400,
        problem: { code: "bad_request", details: { fields: [{ path: "message", message }] } },
      });
    expect((await newest())?.seq).toBe(before);
  });

  test("the doctor's call takes a whole text as well", async () => {
    const { payload, headers } = multipart(photo, { message: `${"Please read. ".repeat(380)}The end` });
    const { status, ok } = await server.call(
      care.sendMessageAttachment,
      { params: { id: rosa.doctorConversationId }, body: payload as never },
      { apiKey, headers },
    );
    expect([status, ok.message.endsWith("The end")]).toEqual([201, true]);
    expect((await newest())?.message).toBe(ok.message);
  });

  test("a text of another type or character set is read as UTF-8, or refused", async () => {
    for (const type of ["text/plain; charset=utf-8", "text/plain; charset=iso-8859-1", "application/json"])
      expect((await withFile([`name="message"\r\ncontent-type: ${type}`, '"Zoë" 🌼'])).ok).toMatchObject({
        message: '"Zoë" 🌼',
      });
    expect(await withFile(['name="message"', Buffer.from("Zoë", "latin1")])).toMatchObject({
      problem: { code: "malformed" },
    });
    expect(await withFile(['name="message"', Buffer.from("🌼").subarray(0, 3)])).toMatchObject({
      problem: { code: "malformed" },
    });
  });

  test("a name that comes twice is refused, as a second file is", async () => {
    expect(await withFile(['name="message"', "One"], ['name="message"', "Two"])).toMatchObject({
      problem: { code: "malformed" },
    });
    expect(await withFile([file[0], file[1]()])).toMatchObject({ problem: { code: "malformed" } });
  });
});

describe("§3 every text of an upload", () => {
  const texts = [...everyCall()].flatMap(({ feature, name, call }) =>
    call.upload && call.body
      ? Object.entries(
          (z.toJSONSchema(call.body, { io: "input", unrepresentable: "any" }) as Schema).properties ?? {},
        ).map(([field, schema]) => ({ title: `${feature}.${name} ${field}`, most: mostOf(schema) }))
      : [],
  );

  test("are known", () => expect(texts.map(({ title }) => title)).toContain("messages.sendAttachment message"));

  test.each(texts)("$title fits into what is read of it", ({ most }) => {
    expect(most).toBeGreaterThan(0);
    expect(most * 4).toBeLessThanOrEqual(maxTextBytes);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly type?: string;
}

/** Code points of the longest text a schema allows. */
function mostOf(schema: Schema): number {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(mostOf));
  if (schema.enum) return Math.max(...schema.enum.map((each) => each.length));
  // What a pattern or a number's type allows is bound by it.
  if (schema.pattern !== undefined || schema.type === "integer") return 1;
  return schema.maxLength ?? Number.POSITIVE_INFINITY;
}
