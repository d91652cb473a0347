declare module "libheif-js/wasm-bundle.js" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Whether the file names it as the one to show. */
    is_primary(): boolean;
    /** Draws into `target`, turned as the file says; gives null where it can't be decoded. */
    display(target: ImageDataLike, done: (drawn: ImageDataLike | null) => void): void;
  }
  interface ImageDataLike {
    width: number;
    height: number;
    /** RGBA. */
    data: Uint8ClampedArray;
  }
  const libheif: {
    readonly ready: Promise<unknown>;
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
  export default libheif;
}
