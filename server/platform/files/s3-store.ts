import { checkedKey, type FileStore } from "./file-store.ts";

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Empty: the SDK uses its default sources (environment, instance role). */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Files in a bucket of S3 or a compatible server. The SDK is loaded here, so that it costs nothing unless used. */
export async function s3Store(settings: S3Settings): Promise<FileStore> {
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
  });
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });
  return {
    async put(key, bytes, type) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: type }));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}
