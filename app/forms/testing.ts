/** An in-memory `Storage`. */
export function memoryStorage(): Storage {
  const store: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => void (store[key] = value),
    removeItem: (key: string) => void delete store[key],
  };
  return new Proxy(methods, {
    ownKeys: () => Object.keys(store),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage;
}
