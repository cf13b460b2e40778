// A whole number in groups of three digits. Counts may have thousands of digits: one pass.

/** `25,080,055,929` with a comma as separator. Digits only. */
export function groupedDigits(digits: string, separator: string): string {
  const groups = [digits.slice(0, digits.length % 3)];
  for (let at = digits.length % 3; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.filter((group) => group !== '').join(separator);
}
