import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import PQueue from "p-queue";
import type { Config } from "#server/config.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";

interface HashCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

type Settings = Pick<Config, "passwordMemoryKib">;

const hashCost = ({ passwordMemoryKib }: Settings): HashCost => ({
  memory: passwordMemoryKib,
  passes: 2,
  parallelism: 1,
});
const hashBytes = 32;

/** Hashing shares the thread pool with file reads and token checks, so it may use only half of it. */
const hashing = new PQueue({ concurrency: 2 });
const run = promisify(argon2);

const deriveHash = (password: string, salt: Buffer, { memory, passes, parallelism }: HashCost, tagLength: number) =>
  hashing.add(() =>
    run("argon2id", { message: password.normalize("NFKC"), nonce: salt, memory, passes, parallelism, tagLength }),
  );

/** Hash of a password with its salt and cost, as PHC text: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(config: Settings, password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = hashCost(config);
  return phcString(cost, salt, await deriveHash(password, salt, cost, hashBytes));
}

const phcString = ({ memory, passes, parallelism }: HashCost, salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(hash)}`;
const unpaddedBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/** A hash that matches no known password. */
export const noPasswordHash = (config: Settings) =>
  phcString(hashCost(config), Buffer.alloc(16), Buffer.alloc(hashBytes));

/** Whether the password matches the hash. Without a hash (unknown e-mail) it takes as long and gives false. */
export async function verifyPassword(config: Settings, password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expectedHash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? noPasswordHash(config)) ?? [];
  if (!salt || !expectedHash) throw new Error("A stored password hash is malformed");
  const expected = Buffer.from(expectedHash, "base64");
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await deriveHash(password, Buffer.from(salt, "base64"), stored, expected.length);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

/** Refuses `wrong_credentials` with words for the password field alone: a signed-in caller has entered no e-mail. */
export async function requireCurrentPassword(
  { config, refuse }: { readonly config: Settings } & Refuses<"wrong_credentials">,
  password: string,
  hash: string | undefined,
): Promise<void> {
  if (await verifyPassword(config, password, hash)) return;
  const message = sentence("auth.wrong_password");
  throw refuse("wrong_credentials", { message, fields: [{ path: "password", message }] });
}
