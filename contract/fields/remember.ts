/** The same pure function, with its results kept: for one that takes longer than finding them. Beyond `most` it starts anew. */
export function remember<Key, Result>(most: number, compute: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    if (results.size >= most) results.clear();
    results.set(key, result);
    return result;
  };
}
