/** How pages load before they are shown. The composition (`main.tsx`) provides it, so that a feature can ask for a page it doesn't know. */
export interface PageLoader {
  /** Begins to load the code of the page at `path` and of its shell. */
  readonly loadCode: (path: string) => void;
  /** Requests the first data of the page at `path`. */
  readonly loadData: (path: string, token: string) => void;
}

let loader: PageLoader | null = null;

export function providePageLoader(pages: PageLoader): void {
  loader = pages;
}

export const preloadPage = (path: string): void => loader?.loadCode(path);
export const preloadPageData = (path: string, token: string): void => loader?.loadData(path, token);
