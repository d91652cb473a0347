import { createSemaphore } from "../semaphore.ts";

/** Files of patients are read two at a time in a process: a large picture takes hundreds of megabytes while it is drawn. */
export const withFileReadPermit = createSemaphore(2);
