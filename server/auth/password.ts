import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { inTurns } from "#server/platform/turns.ts";

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

type Settings = Pick<Config, "passwordMemoryKib">;

const costOf = ({ passwordMemoryKib }: Settings): Cost => ({ memory: passwordMemoryKib, passes: 2, parallelism: 1 });
const hashBytes = 32;

/** Hashing shares the thread pool with file reads and token checks, so it may take half of it only. */
const hashing = inTurns(2);
const run = promisify(argon2);

const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  hashing(() =>
    run("argon2id", { message: password.normalize("NFKC"), nonce: salt, memory, passes, parallelism, tagLength }),
  );

/** Hash of a password with its salt and cost, as PHC text: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(config: Settings, password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = costOf(config);
  return phc(cost, salt, await derive(password, salt, cost, hashBytes));
}

const phc = ({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/** A hash nobody knows a password of. */
const noHash = (config: Settings) => phc(costOf(config), Buffer.alloc(16), Buffer.alloc(hashBytes));

/** Whether the password fits the hash. Without a hash (nobody with this e-mail) it takes as long and is false. */
export async function verifyPassword(config: Settings, password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, wanted] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? noHash(config)) ?? [];
  if (!salt || !wanted) throw new Error("A stored password hash is malformed");
  const expected = Buffer.from(wanted, "base64");
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await derive(password, Buffer.from(salt, "base64"), stored, expected.length);
  return timingSafeEqual(given, expected) && hash !== undefined;
}

/** Refuses `wrong_credentials`, with a sentence for the password's own field: who is signed in has given no e-mail beside it. */
export async function proveCurrentPassword(
  config: Settings,
  password: string,
  hash: string | undefined,
): Promise<void> {
  if (await verifyPassword(config, password, hash)) return;
  const message = "This is not your current password.";
  throw new Refusal("wrong_credentials", { message, fields: [{ path: "password", message }] });
}
