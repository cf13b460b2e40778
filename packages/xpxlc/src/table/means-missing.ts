// Does the name of a category say that there is no value?

/** `missing`, `N/A`, `unknown` and the like: nothing needs to be said of what stands for what. */
export function meansMissing(value: string | number): boolean {
  return typeof value === 'string' && /miss|unknown|^n\/?a$|^nan$|^null$|^none$|^$/i.test(value);
}
