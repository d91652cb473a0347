/** A tracking number of the post with a right check digit, another one for each serial number. */
export function uspsNumber(serial: number | string): string {
  const digits = `94001112${String(serial).padStart(13, "0")}`;
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
