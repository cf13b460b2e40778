// Everyday rows.

export function rowsVersion(): i32 {
  return 0;
}
