// Numbers as the original program's language prints and reads them. Its formats round halves to even on the exact value
// of the double, JavaScript's round them away from zero; they differ on exact halves only, such as 0.125.

/** A double lies halfway between two hundredths iff it is an odd number of eighths: then the even hundredth is meant. */
const HALVES = [0.125, 0.375, 0.625, 0.875];
const EVEN = ['12', '38', '62', '88'];

/** `%.2f`. */
export function fixed2(x: number): string {
  if (!Number.isFinite(x)) return infinite(x);
  const sign = x < 0 || Object.is(x, -0) ? '-' : '';
  const size = Math.abs(x);
  // From here up every double is a whole number, and toFixed soon takes to exponents.
  if (size >= 2 ** 53) return `${sign}${BigInt(size)}.00`;
  const whole = Math.floor(size);
  const half = HALVES.indexOf(size - whole);
  return half < 0 ? sign + size.toFixed(2) : `${sign}${whole}.${EVEN[half]}`;
}

/** `%.15g`, which is also how numbers turn into text by themselves. */
export function general15(x: number): string {
  if (!Number.isFinite(x)) return infinite(x);
  if (x === 0) return Object.is(x, -0) ? '-0' : '0';
  const [mantissa, exponent] = rounded15(Math.abs(x));
  const digits = mantissa.replace(/(?<!0)0+$/, '');
  const sign = x < 0 ? '-' : '';
  if (exponent < -4 || exponent >= 15) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return digits.length > exponent + 1 ? `${sign}${whole}.${digits.slice(exponent + 1)}` : sign + whole;
}

/** The number a text begins with, after blanks; 0 when it begins with none. `clean` when nothing follows. */
export function numberIn(text: string): { readonly value: number; readonly clean: boolean } {
  const found = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*/.exec(text);
  if (found === null) return { value: 0, clean: false };
  return { value: Number(found[1]), clean: found[0].length === text.length };
}

/** Fifteen digits and the power of ten of the first; halves to even. */
function rounded15(x: number): [digits: string, exponent: number] {
  const short = split(x.toExponential(14));
  // No double comes closer to a half than this many digits show without being one.
  const [long, exponent] = split(x.toExponential(100));
  const half = long[15] === '5' && /^0*$/.test(long.slice(16));
  if (!half || Number(long[14]) % 2 === 1) return short;
  return [long.slice(0, 15), exponent];
}

function split(text: string): [digits: string, exponent: number] {
  const [mantissa, exponent] = text.split('e');
  return [mantissa.replace('.', ''), Number(exponent)];
}

function infinite(x: number): string {
  return Number.isNaN(x) ? 'NaN' : x < 0 ? '-Inf' : 'Inf';
}
