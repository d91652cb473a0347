import { createSemaphore } from "../semaphore.ts";

/** Limits a process to reading two patients' files at a time: a large picture takes hundreds of megabytes while it is decoded. */
export const withFileReadPermit = createSemaphore(2);
