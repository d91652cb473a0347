/** What faults are put into: what decides, sends and shows; not tests, what they use, or what only describes. */
export const isMutated = (file: string): boolean =>
  /^(?:app|clinic|client\/src|contract|content\/logic|embed|server)\/.*\.tsx?$/.test(file) &&
  !/\.(?:test|d)\.tsx?$|\/(?:testing|playground|demo|openapi|contract-tests|crash-tests)\/|\/(?:tables|testing)\.ts$/.test(
    file,
  );
