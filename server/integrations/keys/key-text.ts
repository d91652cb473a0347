import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Prefix and checksum let a scanner of logs and repositories recognize a leaked key without asking us. */
const prefix = "clinic_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 43;
const checksumLength = 6;

/** A key of 256 random bits, new ones by default: prefix, bits and a checksum, in letters and digits. */
export function keyText(bits: Buffer = randomBytes(32)): string {
  const random = base62(BigInt(`0x${bits.toString("hex")}`), randomLength);
  return prefix + random + checksum(random);
}

/** Whether a text can be one of our keys at all: a mistyped one need not be looked up. */
export function isKeyText(text: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + randomLength + checksumLength) return false;
  const random = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksum(random));
}

const checksum = (random: string): string => base62(BigInt(crc32(random)), checksumLength);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
