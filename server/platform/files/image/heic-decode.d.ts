declare module "heic-decode" {
  interface Image {
    width: number;
    height: number;
    /** RGBA. */
    data: Uint8ClampedArray;
  }
  interface LazyImage {
    width: number;
    height: number;
    decode(): Promise<Image>;
  }
  interface Images extends Array<LazyImage> {
    dispose(): void;
  }
  const decode: { all(input: { buffer: Uint8Array }): Promise<Images> };
  export default decode;
}
