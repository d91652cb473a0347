import { v7 } from "uuid";

/** A new UUIDv7: sorts by creation time; not to be used as a secret. */
export const newId = (): string => v7();
