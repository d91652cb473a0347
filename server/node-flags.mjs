/**
 * Settings with which a node starts so that it releases memory it only needs for a while. Plain JavaScript, because the bootstrap reads it before
 * anything is installed; the Dockerfile has the same settings.
 */

/** Node lets the space for new objects grow to 128 MB on a machine with much memory and does not shrink it when idle. */
export const nodeFlags = ["--max-semi-space-size=16"];

/**
 * glibc raises this threshold by itself when large blocks are freed; after that the memory that the JavaScript and WebAssembly compilers took at the
 * start stays with the process. Set explicitly to its initial value it stays fixed. Other C libraries ignore it.
 */
export const nodeEnv = { MALLOC_MMAP_THRESHOLD_: "131072" };
