import { outsideTable } from "../outside/outside-table.ts";

const triesAgain = "That files can't be saved or opened just now, and that they may try again; nothing is lost.";

/** What a bucket answers, of S3 and of servers that speak its protocol (MinIO, R2), by the codes of S3's list of error responses. */
export const bucketTable = outsideTable({
  system: "files",
  name: "The bucket of uploads",
  rows: {
    no_answer: {
      means: "for_now",
      comes: "no whole answer in time, no connection, half a body",
      person: triesAgain,
      practice: "It can't be reached at S3_ENDPOINT: look at its status page.",
    },
    failing: {
      means: "for_now",
      comes: "SlowDown, ServiceUnavailable, InternalError, RequestTimeout, OperationAborted; 500 to 599, 429",
      person: triesAgain,
      practice: "It takes no requests now: look at its status page, or at your plan's limits.",
    },
    damaged: {
      means: "for_now",
      comes: "BadDigest, InvalidDigest, IncompleteBody, XAmzContentSHA256Mismatch: it got other bytes than were sent",
      person: triesAgain,
      practice: "Files change on their way to it: look for a proxy between that rewrites or compresses them.",
    },
    refused_keys: {
      means: "ours",
      comes: "InvalidAccessKeyId, SignatureDoesNotMatch, ExpiredToken, InvalidToken; no keys at all",
      person: triesAgain,
      practice: "It refuses our keys: put valid ones into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
    },
    not_allowed: {
      means: "ours",
      comes:
        "AccessDenied and any other 403. S3 answers so, too, of a missing object if the keys may not list the bucket",
      person: triesAgain,
      practice:
        "The keys may not do this: allow them to put, get and delete objects, and to list the bucket of S3_BUCKET.",
    },
    clock_differs: {
      means: "ours",
      comes: "RequestTimeTooSkewed, RequestExpired",
      person: triesAgain,
      practice: "This machine's clock isn't the bucket's: set it by NTP.",
    },
    no_bucket: {
      means: "ours",
      comes: "NoSuchBucket",
      person: triesAgain,
      practice: "There is no bucket of the name in S3_BUCKET at S3_ENDPOINT.",
    },
    other_region: {
      means: "ours",
      comes:
        "301 PermanentRedirect, 307 TemporaryRedirect, AuthorizationHeaderMalformed, IllegalLocationConstraintException",
      person: triesAgain,
      practice: "The bucket is in another region: correct S3_REGION and S3_ENDPOINT.",
    },
    full: {
      means: "ours",
      comes: "507, XMinioStorageFull, QuotaExceeded, XMinioAdminBucketQuotaExceeded",
      person: triesAgain,
      practice: "There is no room left: give the bucket more, or raise its quota.",
    },
    archived: {
      means: "ours",
      comes: "InvalidObjectState: a rule of the bucket moved the object to an archive",
      person: triesAgain,
      practice: "A lifecycle rule archives files that patients still open: restore them, and take the rule off.",
    },
  },
  unknown: { person: triesAgain },
});

export type BucketAnswer = keyof typeof bucketTable.rows;

const rowOfCode: Readonly<Record<string, BucketAnswer>> = {
  SlowDown: "failing",
  ServiceUnavailable: "failing",
  InternalError: "failing",
  RequestTimeout: "failing",
  OperationAborted: "failing",
  BadDigest: "damaged",
  InvalidDigest: "damaged",
  IncompleteBody: "damaged",
  XAmzContentSHA256Mismatch: "damaged",
  InvalidAccessKeyId: "refused_keys",
  SignatureDoesNotMatch: "refused_keys",
  ExpiredToken: "refused_keys",
  InvalidToken: "refused_keys",
  CredentialsProviderError: "refused_keys",
  RequestTimeTooSkewed: "clock_differs",
  RequestExpired: "clock_differs",
  NoSuchBucket: "no_bucket",
  PermanentRedirect: "other_region",
  TemporaryRedirect: "other_region",
  AuthorizationHeaderMalformed: "other_region",
  IllegalLocationConstraintException: "other_region",
  XMinioStorageFull: "full",
  QuotaExceeded: "full",
  XMinioAdminBucketQuotaExceeded: "full",
  InvalidObjectState: "archived",
  AbortError: "no_answer",
  TimeoutError: "no_answer",
};

/** An error of the SDK: an answer with a code and a status, or none. */
interface BucketError {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The row of an error, and its code for the log, which is none of the answer's text. */
export function bucketAnswer(error: unknown): { readonly answer: BucketAnswer; readonly code: string } {
  const { name = "", code: networkCode, $metadata } = error as BucketError;
  const status = $metadata?.httpStatusCode;
  const code = [/^\w{1,60}$/.test(name) ? name : "Error", status ?? networkCode].filter(Boolean).join(" ");
  const named = rowOfCode[name];
  if (named !== undefined) return { answer: named, code };
  // Node's own codes: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, HPE_INVALID_CONSTANT.
  if (status === undefined) return { answer: networkCode === undefined ? "unknown" : "no_answer", code };
  if (status === 403) return { answer: "not_allowed", code };
  if (status === 301 || status === 307) return { answer: "other_region", code };
  if (status === 507) return { answer: "full", code };
  return { answer: status === 429 || (status >= 500 && status < 600) ? "failing" : "unknown", code };
}
