import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStaffClient } from "#clinic/api/client.ts";
import { care } from "#contract/care/calls.ts";
import { account } from "#contract/account/calls.ts";
import { isApiError } from "./api-error.ts";
import { createClient } from "./client.ts";
import { memoryCookies } from "./session/cookies.ts";
import { createSession } from "./session/session.ts";
import { failureOfUpload } from "./too-large.ts";

/** What nginx answers with its settings as they come: HTML of its own, and no more than 1 MB is taken. */
const page = (status: number, words: string) =>
  `<html>\r\n<head><title>${status} ${words}</title></head>\r\n<body>\r\n<center><h1>${status} ${words}</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n`;
let behavior: "answers" | "hangs up" | number = "answers";

function proxy(request: IncomingMessage, response: ServerResponse) {
  if (behavior === "hangs up") return void request.socket.resetAndDestroy();
  const status = behavior === "answers" ? 413 : behavior;
  request.resume();
  response.writeHead(status, { "content-type": "text/html", connection: "close" }).end(page(status, "As nginx has it"));
}

const server = createServer(proxy);
let base = "";
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const send = (url: string, init: RequestInit) => fetch(`${base}${url}`, init);
const wait = () => Promise.resolve();
const newKey = () => "key-12345678";
const patientCall = createClient({
  ...{ send, wait, newKey, checkResponse: null },
  session: createSession(memoryCookies({ accessToken: "t" })),
  refresh: () => Promise.resolve(null),
  headers: () => ({}),
  report: () => {},
  goTo: () => {},
});
const no = () => Promise.resolve(false);
const staffCall = createStaffClient({
  ...{ send, wait, newKey, checkResponse: null, syncClock: () => {} },
  gate: { unlocked: no, proved: no, reasonGiven: no, emergencySeen: no, askAgain: () => {}, ended: () => {} },
});

const photo = (megabytes: number) => new File([new Uint8Array(megabytes * 1024 * 1024)], "IMG_1.HEIC");
const wordsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (isApiError(error) ? error.message : String(error)),
  );

/** As a page sends a patient's file, and as the staff app sends one to a patient. */
const senders: readonly [string, (file: File) => Promise<string>][] = [
  [
    "a patient",
    (file) =>
      wordsOf(
        patientCall(account.uploadAvatar, { file }).catch((error: unknown) =>
          Promise.reject(failureOfUpload(error, file.size) as Error),
        ),
      ),
  ],
  [
    "the practice",
    (file) =>
      wordsOf(
        staffCall(care.sendMessageAttachment, {
          params: { id: "00000000-0000-4000-8000-000000000001" },
          body: { message: "Here" },
          file,
        } as never),
      ),
  ],
];

describe.each(senders)("a file of 4 MB by %s through a proxy that takes 1 MB", (_, sendFile) => {
  test("is refused with what to do about its size", async () => {
    behavior = "answers";
    expect(await sendFile(photo(4))).toBe(
      "This file is too large to send here. Take a photo or a screenshot of it and send that, or send fewer pages at a time.",
    );
  });
  test("that hangs up amid the sending says so, and what may be the reason", async () => {
    behavior = "hangs up";
    expect(await sendFile(photo(4))).toBe(
      "Oops! Network Error. Try again later. If it happens again, this file may be too large. Take a photo or a screenshot of it and send that, or send fewer pages at a time.",
    );
    expect(await sendFile(photo(0.5))).toBe("Oops! Network Error. Try again later");
  });
});

test.each([429, 502, 503, 504, 520, 524])(
  "a proxy's page of %i reads as being away for a moment, in both apps",
  async (status) => {
    behavior = status;
    expect(await wordsOf(patientCall(account.user, {}))).toBe("Service unavailable. Try again later");
    expect(await wordsOf(staffCall(account.user, {}))).toBe("Service unavailable. Try again later");
  },
);
