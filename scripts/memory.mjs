/**
 * How a node is started so that it gives back what it only needs for a while. Plain JavaScript, because the bootstrap reads it before anything
 * is installed; the Dockerfile says the same.
 */

/** Node lets the space for new objects grow to 128 MB on a machine with much memory and does not shrink it at rest. */
export const nodeFlags = ["--max-semi-space-size=16"];

/**
 * glibc raises this threshold by itself when large pieces are freed; after that what the compilers of JavaScript and WebAssembly took at the
 * start stays with the process. Set to its own first value it does not move. Other C libraries do not read it.
 */
export const nodeEnv = { MALLOC_MMAP_THRESHOLD_: "131072" };
