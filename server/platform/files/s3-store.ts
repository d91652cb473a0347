import type { SystemReports } from "../outside/outside.ts";
import { bucketAnswer, type BucketAnswer } from "./bucket-answers.ts";
import { checkedKey, FilesUnavailable, type FileStore } from "./file-store.ts";

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Empty: the SDK uses its default sources (environment, instance role). */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How long one file may take, with the SDK's own retries; an upload has up to 25 MB. */
const usualTimeoutMs = 30_000;
const mostConnections = 50;

/** Files in a bucket of S3 or a compatible server. The SDK is loaded here, so that it costs nothing unless used. */
export async function s3Store(
  settings: S3Settings,
  reports: SystemReports<Exclude<BucketAnswer, "unknown">>,
  timeoutMs = usualTimeoutMs,
): Promise<FileStore> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey } =
    await import("@aws-sdk/client-s3");
  const { accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    ...(accessKeyId !== "" && { credentials: { accessKeyId, secretAccessKey } }),
    // Servers that only resemble S3 store the newer trailing checksums as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 5000,
      httpAgent: { maxSockets: mostConnections, keepAlive: true },
      httpsAgent: { maxSockets: mostConnections, keepAlive: true },
    },
  });
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });

  /** Ends after its time, whatever the SDK waits for; every failure is reported, and is `FilesUnavailable`. */
  async function bounded<T>(act: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const aborting = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new DOMException("No answer in time", "TimeoutError"));
        aborting.abort();
      }, timeoutMs);
    });
    try {
      const done = await Promise.race([act(aborting.signal), late]);
      reports.worked();
      return done;
    } catch (error) {
      const { answer, code } = bucketAnswer(error);
      reports.failed(answer, code);
      throw new FilesUnavailable(code);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(key, bytes, type) {
      const object = { ...at(key), Body: bytes, ContentType: type };
      await bounded((abortSignal) => client.send(new PutObjectCommand(object), { abortSignal }));
    },
    get(key) {
      const object = at(key);
      return bounded(async (abortSignal) => {
        try {
          const { Body, ContentLength } = await client.send(new GetObjectCommand(object), { abortSignal });
          const bytes = await Body?.transformToByteArray();
          if (ContentLength !== undefined && bytes?.length !== ContentLength)
            throw Object.assign(new Error("Half a body"), { code: "ECONNRESET" });
          return bytes;
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      });
    },
    async remove(key) {
      const object = at(key);
      await bounded((abortSignal) => client.send(new DeleteObjectCommand(object), { abortSignal }));
    },
  };
}
