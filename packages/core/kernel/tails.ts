// Long lists.

export function tailsVersion(): i32 {
  return 0;
}
