import type { Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { httpAnswer, openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { type BucketAnswer, bucketTable } from "./bucket-answers.ts";
import { FilesUnavailable, type FileStore } from "./file-store.ts";
import { probeBucket } from "./probe-bucket.ts";
import { s3Store } from "./s3-store.ts";

type Told = string | ((socket: Socket) => void);

let bucket: RawServer;
let store: FileStore;
let reported: string[] = [];
const settings = () => ({
  endpoint: bucket.url,
  bucket: "files",
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret",
});
const reports = {
  failed: (answer: BucketAnswer) => {
    reported.push(answer);
    return bucketTable.rows[answer];
  },
  worked: () => void reported.push("worked"),
};
beforeAll(async () => {
  bucket = await openRawServer();
  store = await s3Store(settings(), reports, 3000);
});
afterAll(() => bucket.close());
beforeEach(() => void (reported = []));

/** An error as S3 writes it. The connection isn't kept: the next file is another one's. */
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  httpAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>About photos/rosa</Message><RequestId>4</RequestId></Error>`,
    { "content-type": "application/xml", connection: "close", ...headers },
  );

/** Neither put, get nor remove succeeds, loses anything or says more than that it can't be done now; each is the row. */
async function means(row: BucketAnswer, ...all: readonly Told[]) {
  for (const told of all) {
    bucket.answer(told);
    for (const act of [
      () => store.put("a/b", Buffer.from("x"), "image/png"),
      () => store.get("a/b"),
      () => store.remove("a/b"),
    ]) {
      reported = [];
      const error = await act().then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect([told, error instanceof FilesUnavailable, reported]).toEqual([told, true, [row]]);
      expect(error?.message).not.toContain("rosa");
    }
  }
}

describe("each answer of a bucket", { timeout: 60_000 }, () => {
  coverEveryRow(bucketTable, {
    no_answer: async () => {
      await means("no_answer", (socket) => socket.resetAndDestroy(), "220 mail.example ESMTP\r\n");
      bucket.answer(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf`);
      const quick = await s3Store(settings(), reports, 200);
      reported = [];
      await expect(quick.get("a/b")).rejects.toThrow(FilesUnavailable);
      bucket.answer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"));
      await expect(store.get("a/b")).rejects.toThrow(FilesUnavailable);
      bucket.answer("");
      await expect(quick.put("a/b", Buffer.from("x"), "image/png")).rejects.toThrow(FilesUnavailable);
      bucket.answer("HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
      await expect(quick.remove("a/b")).rejects.toThrow(FilesUnavailable);
      expect(reported).toEqual(Array(4).fill("no_answer"));
    },
    failing: () => means("failing", refused(503, "SlowDown"), refused(500, "InternalError"), httpAnswer(502, "<html>")),
    damaged: () => means("damaged", refused(400, "BadDigest"), refused(400, "XAmzContentSHA256Mismatch")),
    refused_keys: () =>
      means(
        "refused_keys",
        refused(403, "InvalidAccessKeyId"),
        refused(403, "SignatureDoesNotMatch"),
        refused(400, "ExpiredToken"),
      ),
    not_allowed: () => means("not_allowed", refused(403, "AccessDenied"), refused(403, "AccountProblem")),
    clock_differs: () => means("clock_differs", refused(403, "RequestTimeTooSkewed")),
    no_bucket: () => means("no_bucket", refused(404, "NoSuchBucket")),
    other_region: () =>
      means(
        "other_region",
        refused(301, "PermanentRedirect", { location: "http://127.0.0.1:1/" }),
        refused(400, "AuthorizationHeaderMalformed"),
      ),
    full: () => means("full", refused(507, "XMinioStorageFull"), refused(403, "QuotaExceeded")),
    archived: () => means("archived", refused(403, "InvalidObjectState")),
    unknown: () => means("unknown", refused(400, "SomethingNew"), httpAnswer(418, "<html>", { connection: "close" })),
  });

  test("a file that isn't there is told from one that may not be read", async () => {
    bucket.answer(refused(404, "NoSuchKey"));
    expect(await store.get("a/b")).toBeUndefined();
    expect(reported).toEqual(["worked"]);
  });

  test("a probe says what is wrong, and asks no further than makes sense", async () => {
    bucket.answer(refused(403, "SignatureDoesNotMatch"));
    expect(await probeBucket(settings())).toEqual([
      {
        system: "files",
        checked: "takes an object",
        problem: {
          answer: "refused_keys",
          todo: expect.stringContaining("S3_ACCESS_KEY_ID"),
          code: "SignatureDoesNotMatch 403",
        },
      },
    ]);
  });
});
